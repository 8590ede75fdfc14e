import type { LotDot } from './lot-dots.ts';

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
