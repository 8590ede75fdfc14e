import { ChartTable } from './chart-table.tsx';
import { percentileText } from '#app/results/figure-text.ts';
import { formatPercent } from '#app/results/percent-text.ts';
import { ownText } from './place-text.ts';
import type { FamilyPlace, Standings } from './place.ts';
import { categoryText } from '#app/results/product-category.ts';

/** The counts and quantiles of a family's strips. */
export function PlaceTable({
  place,
  name,
  className,
}: {
  place: FamilyPlace;
  name: string;
  className: string;
}) {
  const { all, category } = place;
  const populations = [
    { head: 'All', standings: all },
    { head: categoryText(category?.name ?? ''), standings: category?.standings ?? null },
  ].filter((shown): shown is { head: string; standings: Standings } => shown.standings !== null);
  return (
    <ChartTable
      caption={`${name}: place among tested products`}
      head={['Figure', ...populations.map(({ head }) => head)]}
      rows={lines.map(([line, read]) => [
        line,
        ...populations.map(({ standings }) => read(standings, place)),
      ])}
      className={className}
    />
  );
}

const lines: readonly [string, (standings: Standings, place: FamilyPlace) => string][] = [
  ['This product', (_, place) => ownText(place)],
  ['Percentile', ({ percentile }) => percentileText(percentile)],
  ['Products lower', ({ lower }) => String(lower)],
  ['Tied', ({ level }) => String(level)],
  ['Products higher', ({ higher }) => String(higher)],
  ['Ranked', ({ total }) => String(total)],
  ['Not detected', ({ nothingFound }) => String(nothingFound)],
  ['Median', ({ median }) => formatPercent(median)],
  ['Highest', ({ highest }) => formatPercent(highest)],
  ['Without a rating', ({ leftOut }) => String(leftOut)],
];
