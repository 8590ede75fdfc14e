import { AxisMarks, FOOT_PX, HEAD_PX } from './axis-marks.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { LotStrip } from './lot-dots.ts';
import { LotMark } from './lot-mark.tsx';
import { familyOf } from '#app/toxicology/families.ts';
import { dotText, lotStripText } from './lot-text.ts';

const ROW_PX = 42;

/** The part of a row that its shape is drawn in, below its texts. */
function bandOf(index: number): [number, number] {
  const top = HEAD_PX + index * ROW_PX;
  return [top + 18, top + 36];
}

/** The samples of one family, a row each: what it is called, how much, and its shape. */
export function LotPicture({
  strip,
  name,
  isRated,
}: {
  strip: LotStrip;
  name: string;
  isRated: boolean;
}) {
  const { axis, dots } = strip;
  const bottom = HEAD_PX + dots.length * ROW_PX + 4;
  return (
    <ChartFrame
      title={`${name} in each sample, as a percentage of ${familyOf(strip.family).whoseLimit} limit`}
      description={lotStripText(strip)}
      heightPx={bottom + FOOT_PX}
    >
      <AxisMarks
        axis={axis}
        bottom={bottom}
        bands={dots.map((_, index) => bandOf(index))}
        hasLevels={isRated}
      />
      {dots.map((dot, index) => {
        const top = HEAD_PX + index * ROW_PX;
        return (
          <g key={dot.sampleId} className="fill-current">
            <text y={top + 14}>{dot.shortLabel}</text>
            <text x="100%" y={top + 14} textAnchor="end" className="fill-ink">
              {dotText(dot, familyOf(strip.family).whoseLimit)}
            </text>
            <LotMark mark={dot} y={top + 27} />
          </g>
        );
      })}
    </ChartFrame>
  );
}
