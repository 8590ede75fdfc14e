import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { personText } from '#app/results/answers/eater.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { RuledSection } from '#app/ui/rule-label.tsx';
import * as text from './place-text.ts';
import type { FamilyPlace, Standings } from './place.ts';
import { ChartTable } from '#app/results/strip/chart-table.tsx';
import { Strip } from '#app/results/strip/strip.tsx';
import { percentileText } from '#app/results/answers/figure-text.ts';
import { FOR_CERTAIN } from '#app/results/messages.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';

/** Where a product stands among all tested products, family by family. */
export function PlaceChart({
  places,
}: {
  /** In the order of `families`. */
  places: readonly FamilyPlace[];
}) {
  const [first] = places;
  if (!first) return null;
  return (
    <RuledSection id="places" title="Among all tested products" gap="mb-4" className="mt-5">
      <p className="mb-5 max-w-prose text-sm text-ink-soft">
        By best estimate, as a percentage of the European Food Safety Authority’s limit: one serving
        a day for {personText(bodyWeights[0].weightKg)}, whoever is chosen above.{' '}
        <span data-skip-in-text>
          The marks are the samples of this product; each thin line below them is another one in
          which some was found.
        </span>{' '}
        “Not detected” refers to the chemicals that count toward the limit. What was tested in
        another state, such as a powder, counts as neither lower nor higher. {FOR_CERTAIN}
      </p>
      <div className="border-t border-line">
        {places.map((place) => (
          <Family key={place.family} place={place} />
        ))}
      </div>
    </RuledSection>
  );
}

function Family({ place }: { place: FamilyPlace }) {
  const { name } = familyOf(place.family);
  const { all } = place;
  const title = <h3 className="text-lg text-ink">{name} for a child</h3>;
  if (!all) {
    return (
      <div className="border-b border-line py-5 text-sm text-ink-soft">
        {title}
        <p className="mt-1">{text.noPlaceText(place)}</p>
      </div>
    );
  }
  return (
    <figure className="grid gap-x-8 gap-y-4 border-b border-line py-5 @3xl:grid-cols-[15rem_minmax(0,1fr)] @3xl:grid-rows-[auto_1fr]">
      <figcaption className="text-sm text-ink-soft @3xl:row-span-2">
        {title}
        <p className="mt-1">
          {text.standingText(all)} {text.leftOutText(all)}
        </p>
      </figcaption>
      <Strip
        strip={place.strip}
        size="large"
        others={all.marks}
        label={`${name} among all tested products. ${text.placeStripText(place, all)}`}
      />
      <ChartTable
        caption={`${name}: place among tested products`}
        head={['Figure', 'All']}
        rows={lines.map(([line, read]) => [line, read(all, place)])}
        className="@3xl:col-start-2"
      />
    </figure>
  );
}

/** The counts and quantiles of a family's strip. */
const lines: readonly [string, (standings: Standings, place: FamilyPlace) => string][] = [
  ['This product', (_, place) => text.ownText(place)],
  ['Percentile by best estimate', ({ percentile }) => percentileText(percentile)],
  ['Products with a lower one', ({ lower }) => String(lower)],
  ['With the same', ({ level }) => String(level)],
  ['With a higher one', ({ higher }) => String(higher)],
  ['Ranked', ({ total }) => String(total)],
  ['Not detected', ({ nothingFound }) => String(nothingFound)],
  ['Median', ({ median }) => formatPercent(median)],
  ['Highest', ({ highest }) => formatPercent(highest)],
  ['Without a rating', ({ leftOut }) => String(leftOut)],
];
