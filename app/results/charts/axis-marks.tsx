import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { anchorAt, ticksOf } from './log-axis.ts';
import { placeOn, type LogAxis } from '#app/results/answers/range-marks.ts';

/** Pixels that the limit's label takes above a picture, and the ticks' labels below it. */
export const HEAD_PX = 22;
export const FOOT_PX = 26;

/**
 * The axis of a picture: hairlines where levels begin, a line at the limit with its name above,
 * and powers of ten below. Widths are shares of the picture's, heights are pixels, so that its
 * texts keep their size on every screen.
 */
export function AxisMarks({
  axis,
  bottom,
  bands,
  hasLevels = true,
}: {
  axis: LogAxis;
  /** Where the axis runs, in pixels from the picture's top. */
  bottom: number;
  /** From and to where lines may run, in pixels: none crosses a text. */
  bands: readonly (readonly [number, number])[];
  hasLevels?: boolean;
}) {
  const limit = placeOn(axis, 100);
  const ticks = ticksOf(axis);
  const cutOffs = hasLevels ? [levelCutOffs.mediumFromPercent, levelCutOffs.highFromPercent] : [];
  return (
    <g className="fill-current">
      {cutOffs.map((percent) => (
        <Line key={percent} at={placeOn(axis, percent)} bands={bands} isDashed />
      ))}
      <line x1={`${limit}%`} x2={`${limit}%`} y1={HEAD_PX} y2={bottom} className="stroke-line" />
      <Line at={limit} bands={[[HEAD_PX - 7, HEAD_PX], ...bands]} />
      <text x={`${limit}%`} y={HEAD_PX - 11} textAnchor={anchorAt(limit)} className="fill-ink">
        the limit
      </text>
      <line x2="100%" y1={bottom} y2={bottom} className="stroke-line-strong" />
      <g className="stroke-line-strong">
        {ticks.map(({ percent, at, label }) => (
          <line
            key={percent}
            x1={`${at}%`}
            x2={`${at}%`}
            y1={bottom}
            y2={bottom + (label ? 6 : 3)}
          />
        ))}
      </g>
      {ticks.map(
        ({ percent, at, label }) =>
          label && (
            <text key={percent} x={`${at}%`} y={bottom + 20} textAnchor={anchorAt(at)}>
              {label}
            </text>
          ),
      )}
    </g>
  );
}

function Line({
  at,
  bands,
  isDashed = false,
}: {
  at: number;
  bands: readonly (readonly [number, number])[];
  isDashed?: boolean;
}) {
  return bands.map(([from, to]) => (
    <line
      key={from}
      x1={`${at}%`}
      x2={`${at}%`}
      y1={from}
      y2={to}
      strokeWidth={isDashed ? 1 : 1.5}
      strokeDasharray={isDashed ? '2 3' : undefined}
      className={isDashed ? 'stroke-line-strong' : 'stroke-ink'}
    />
  ));
}
