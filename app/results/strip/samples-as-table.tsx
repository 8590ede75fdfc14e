import { wordOf } from '#app/results/answers/answer.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import type { ReportSample } from '#app/results/tested-schema.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { highestLevel } from '#app/toxicology/risk-level.ts';
import type { SampleFigures } from '#app/toxicology/sample-levels.ts';
import { ChartTable } from './chart-table.tsx';

/** The marks of a report's strip in figures, sample by sample; nothing for a single sample. */
export function SamplesAsTable({
  tile,
  samples,
}: {
  tile: ReportTile;
  /** All that the report states, in the order in which they were rated. */
  samples: readonly Pick<ReportSample, 'lot_number'>[];
}) {
  if (samples.length < 2 || tile.samples.length === 0) return null;
  const { name, whoseLimit } = familyOf(tile.family);
  const rows = sampleLabels(samples).map((label, index) => [
    label,
    ...cellsOf(
      tile.samples.find((one) => one.index === index),
      tile.isNotRated,
    ),
  ]);
  return (
    <ChartTable
      caption={`${name} in each sample, as a percentage of ${whoseLimit} limit`}
      head={['Sample', 'Found', 'At most', ...(tile.isNotRated ? [] : ['Level'])]}
      rows={rows}
      className="open:basis-full"
    />
  );
}

/** What was found, the most that may be there, and the level of the sample alone. */
function cellsOf(figures: SampleFigures | undefined, isNotRated: boolean): string[] {
  if (!figures?.percent) return ['No result', 'Not known', ...(isNotRated ? [] : ['–'])];
  const { level, percent } = figures;
  return [
    percent.lower > 0 ? formatPercent(percent.lower) : 'Not detected',
    percent.upperOpen ? 'Not known' : formatPercent(percent.upper),
    ...(isNotRated ? [] : [wordOf(level, highestLevel(percent) !== level)]),
  ];
}

/**
 * What samples are called beside one another, in their order: by lot, `Lot A12`; with the sample's
 * number where several are of one lot; and by the number alone where the lot is not known.
 */
export function sampleLabels(samples: readonly Pick<ReportSample, 'lot_number'>[]): string[] {
  const byLot = Map.groupBy(samples, (sample) => sample.lot_number);
  return samples.map(({ lot_number: lot }, index) => {
    const number = index + 1;
    if (lot === null) return `Sample ${number}`;
    const isShared = (byLot.get(lot)?.length ?? 0) > 1;
    return `Lot ${lot}${isShared ? ` (sample ${number})` : ''}`;
  });
}
