import type { Ref } from 'react';
import { href, Link } from 'react-router';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { counted } from '#app/kit/text.ts';
import { amountInSentence, answerOf } from '#app/results/answers/answer.ts';
import { personServingsText, sharedEater, type Eater } from '#app/results/answers/eater.ts';
import { allCounted, spanOfLimit } from '#app/results/answers/percent-text.ts';
import { categoryText } from '#app/results/answers/product-category.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { tileAnswer } from '#app/results/answers/tile-answer.ts';
import { viewpointAddress } from '#app/results/answers/viewpoint.ts';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { NOT_AVAILABLE, NOT_FOOD_MARK } from '#app/results/messages.ts';
import { TileFigures, TileHeadline } from '#app/results/report/tile-figures.tsx';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { InWords, StripRow } from '#app/results/strip/strip-row.tsx';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { stripOf } from '#app/results/answers/strip-of.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { areForBabies, compareAddress } from './compare-query.ts';
import type { ComparedProduct } from './compare.server.ts';
import { standsBeside } from './verdict-row.ts';

/** What is compared: each with how it stands beside the others, and the way out of the comparison. */
export function ProductsCompared({
  products,
  named,
  ref,
}: {
  products: readonly ComparedProduct[];
  /** Whom the address names; null where it names nobody. */
  named: Eater | null;
  ref?: Ref<HTMLUListElement>;
}) {
  const isForOne = sharedEater(products.map(({ eater }) => eater)) !== null;
  return (
    <ul
      ref={ref}
      aria-label="Products compared"
      tabIndex={-1}
      className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4"
    >
      {products.map((product) => {
        const { id, paddedId, name, isNotFood, category, servingG, samples, eater } = product;
        const others = products.filter((other) => other.id !== id).map((other) => other.id);
        const lines = standsBeside(product, products);
        return (
          <li key={id} className="border-t border-line py-2">
            <h3 className="text-lg leading-snug">
              <ReportLink of={product} />
            </h3>
            {!isForOne && <p className="text-sm">For {personServingsText(eater)}</p>}
            <p className="text-sm text-ink-soft tabular">
              {`No. ${paddedId}${isNotFood ? `, ${NOT_FOOD_MARK}` : ''} · ${categoryText(category ?? UNKNOWN)} · ${servingG ? `${servingG} g` : UNKNOWN} a serving · ${counted(samples, 'sample')}`}
            </p>
            <Link
              data-skip-in-text
              to={compareAddress(others, named ?? undefined, areForBabies(products))}
              preventScrollReset
              className="link inline-flex min-h-6 items-center font-mono text-xs"
            >
              Remove<span className="sr-only"> {name}</span>
            </Link>
            {lines.length > 0 && (
              <InWords of={name}>
                {lines.map((line) => (
                  <p key={line} className="mt-1 first:mt-0">
                    {line}
                  </p>
                ))}
              </InWords>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Leads to a product's report, with who eats how much where it would open otherwise. */
function ReportLink({ of: { id, name, eater, opening } }: { of: ComparedProduct }) {
  const query = viewpointAddress({ ...eater, authority: 'EFSA' }, opening).replace(/^\?$/, '');
  return (
    <Link
      to={href('/plasticlist/:originalId', { originalId: String(id) }) + query}
      className="wrap-anywhere underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}

/** Family by family all products on one axis, and in words what their reports say. */
export function FamiliesCompared({ products }: { products: readonly ComparedProduct[] }) {
  const strips = products.flatMap(({ tiles, isNotFood }) =>
    tiles.map((tile) => stripOf(tile, isNotFood)),
  );
  return (
    <>
      {families.map(({ key, name }, index) => (
        <section key={key} aria-labelledby={key} className="mt-6">
          <RuleLabel as="h3" id={key}>
            {name}
          </RuleLabel>
          <ul>
            {products.map((product, at) => {
              const tile = product.tiles[index];
              return (
                tile && (
                  <Row
                    key={product.id}
                    {...{ product, tile }}
                    per100g={product.per100g[index] ?? null}
                    isNamed={at === 0}
                  />
                )
              );
            })}
          </ul>
        </section>
      ))}
      <StripGuide strips={strips} className="mt-4" />
    </>
  );
}

function Row({
  product,
  tile,
  per100g,
  isNamed,
}: {
  product: ComparedProduct;
  tile: ReportTile;
  per100g: Bounds | null;
  isNamed: boolean;
}) {
  const { isNotFood } = product;
  const answer = tileAnswer(tile);
  const areBoundsShown = answer.doBoundsMatter && answer.reason === null;
  return (
    <StripRow
      strip={stripOf(tile, isNotFood)}
      isNamed={isNamed}
      name={
        <h4 className="font-display text-lg leading-snug">
          <ReportLink of={product} />
        </h4>
      }
      known={
        <>
          {!isNotFood && <LimitTicks verdicts={tile.verdicts} />}
          <p data-skip-in-text className="text-sm text-ink-soft tabular">
            <RiskMark {...answer} />{' '}
            {answer.reason === null && answer.amount && amountInSentence(answer.amount)}
          </p>
        </>
      }
    >
      <InWords of={product.name}>
        <TileHeadline {...{ tile, isNotFood }} />
        <TileFigures {...{ tile, answer, isNotFood }} />
        {answer.bounds && !areBoundsShown && <p className="mt-1 tabular">{answer.bounds}</p>}
        <p className="mt-1">Per 100 g: {per100gText(per100g, tile)}</p>
      </InWords>
    </StripRow>
  );
}

/** What 100 g come to: no level, which is of a serving. */
function per100gText(percent: Bounds | null, { family, own }: ReportTile): string {
  if (!percent) return NOT_AVAILABLE;
  const { could, amount } = answerOf({ family, level: riskLevel(percent.estimate), percent, own });
  const whose = familyOf(family).whoseLimit;
  if (could === null && amount) return amountInSentence(amount);
  return percent.upperOpen
    ? CANT_TELL
    : `${CANT_TELL}: ${spanOfLimit(percent.lower, percent.upper, whose)}${allCounted(percent.upper, whose)}`;
}
