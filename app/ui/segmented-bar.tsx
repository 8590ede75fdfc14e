import { useId } from 'react';

/**
 * A bar in equal segments, as on a measuring cylinder. What is filled is solid, what is planned is
 * hatched, what is held by others is dotted, so that no part is told by its colour alone; `label`
 * says the same in words.
 */
export function SegmentedBar({
  label,
  tall = false,
  ...amounts
}: BarAmounts & { label: string; tall?: boolean }) {
  const id = useId();
  return (
    <div role="img" aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1">
      {segmentParts(amounts).map((part, index) => (
        <svg
          key={index}
          width="100%"
          height={tall ? 18 : 12}
          aria-hidden="true"
          className="rounded-sm border border-line-strong bg-paper-sunk"
        >
          {index === 0 && <Patterns id={id} />}
          <rect width={percent(part.filled)} height="100%" className="fill-accent" />
          <rect
            x={percent(part.filled)}
            width={percent(part.planned)}
            height="100%"
            fill={`url(#${id}-planned)`}
          />
          <rect
            x={percent(part.filled + part.planned)}
            width={percent(part.held)}
            height="100%"
            fill={`url(#${id}-held)`}
          />
        </svg>
      ))}
    </div>
  );
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-planned`}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" className="fill-accent-wash" />
        <rect width="2" height="5" className="fill-accent-ink" />
      </pattern>
      <pattern id={`${id}-held`} width="5" height="5" patternUnits="userSpaceOnUse">
        <circle cx="2.5" cy="2.5" r="1.1" className="fill-ink-faint" />
      </pattern>
    </defs>
  );
}

function percent(share: number): string {
  // A whole segment reaches past its edge, so that rounding leaves no gap there.
  return share >= 1 ? '102%' : `${Math.round(share * 10_000) / 100}%`;
}

/** Amounts in one unit; filled, planned and held are laid end to end and cut off at `total`. */
interface BarAmounts {
  segments: number;
  total: number;
  filled: number;
  planned?: number;
  held?: number;
}

/** What each segment shows, first to last: shares of it, each 0 to 1, together at most 1. */
export function segmentParts({ segments, total, filled, planned = 0, held = 0 }: BarAmounts) {
  const size = total / segments;
  return Array.from({ length: segments }, (_, index) => {
    const share = (from: number, amount: number) =>
      overlap(from, from + Math.max(0, amount), index * size, (index + 1) * size) / size;
    return {
      filled: share(0, filled),
      planned: share(filled, planned),
      held: share(filled + planned, held),
    };
  });
}

function overlap(from: number, to: number, low: number, high: number): number {
  return Math.max(0, Math.min(to, high) - Math.max(from, low));
}
