import { AxisMarks, FOOT_PX, HEAD_PX } from './axis-marks.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { LotStrip, LotDot } from './lot-dots.ts';
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

/**
 * One sample's shape on its line: a full dot for what was found, a ring for the most that may be
 * there, a whisker with a stop over what is possible, an arrow where it has no known end.
 */
export function LotMark({
  mark: { kind, dot, from, to },
  y,
}: {
  mark: Pick<LotDot, 'kind' | 'dot' | 'from' | 'to'>;
  /** Pixels from the picture's top. */
  y: number;
}) {
  if (from === null || to === null) return null;
  const isRing = kind === 'nothing';
  const pointsLeft = isRing || kind === 'unseen';
  const pointsRight = kind === 'at_least' || kind === 'unseen';
  return (
    <g strokeWidth="1.5" className="stroke-ink">
      {to > from && (
        <line
          x1={`${from}%`}
          x2={`${to}%`}
          y1={y}
          y2={y}
          strokeDasharray={kind === 'partly' || kind === 'at_least' ? undefined : '4 3'}
        />
      )}
      {kind === 'partly' && <line x1={`${to}%`} x2={`${to}%`} y1={y - 5} y2={y + 5} />}
      {pointsLeft && to > 0 && <Arrow at={0} y={y} by={6} />}
      {pointsRight && <Arrow at={100} y={y} by={-6} />}
      {dot !== null && (
        <circle cx={`${dot}%`} cy={y} r="5" className={isRing ? 'fill-paper' : 'fill-ink'} />
      )}
    </g>
  );
}

/** An arrow's head; `by` is how far its barbs lie to the right of its point, in pixels. */
function Arrow({ at, y, by }: { at: number; y: number; by: number }) {
  return (
    <svg x={`${at}%`} y={y} className="overflow-visible">
      <path d={`M${by} -5L0 0L${by} 5`} fill="none" />
    </svg>
  );
}
