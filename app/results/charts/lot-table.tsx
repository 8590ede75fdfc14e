import { ChartTable } from './chart-table.tsx';
import type { LotStrip } from './lot-dots.ts';
import { cellsOf } from './lot-text.ts';

/** The figures of a strip, sample by sample. */
export function LotTable({
  strip: { dots },
  name,
  isRated,
  className,
}: {
  strip: LotStrip;
  name: string;
  isRated: boolean;
  className: string;
}) {
  return (
    <ChartTable
      caption={`${name} in each sample, as a percentage of the limit`}
      head={['Sample', 'Found', 'At most', ...(isRated ? ['Level'] : [])]}
      rows={dots.map((dot) => {
        const { found, most } = cellsOf(dot);
        const level = dot.kind === 'untested' ? '–' : dot.level;
        return [dot.label, found, most, ...(isRated ? [level] : [])];
      })}
      className={className}
    />
  );
}
