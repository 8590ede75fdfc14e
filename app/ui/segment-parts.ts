/** Amounts in one unit; filled, planned and held are laid end to end and cut off at `total`. */
export interface BarAmounts {
  segments: number;
  total: number;
  filled: number;
  planned?: number;
  held?: number;
}

/** Shares of one segment, each 0 to 1, together at most 1. */
interface SegmentPart {
  filled: number;
  planned: number;
  held: number;
}

/** What each segment shows, first to last. */
export function segmentParts({
  segments,
  total,
  filled,
  planned = 0,
  held = 0,
}: BarAmounts): SegmentPart[] {
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
