import type { ReportSample } from '#app/results/tested-schema.ts';

/** Characters of a lot that a picture has room for, and beside the sample's number. */
const ROOM = { alone: 20, numbered: 11 } as const;

/**
 * What samples are called beside one another, in their order: by lot, `Lot A12`; with the sample's
 * number where several are of one lot; and by the number alone where the lot is not known.
 */
export function sampleLabels(
  samples: readonly Pick<ReportSample, 'lot_number'>[],
): { label: string; shortLabel: string }[] {
  const byLot = Map.groupBy(samples, (sample) => sample.lot_number);
  return samples.map(({ lot_number: lot }, index) => {
    const number = index + 1;
    if (lot === null) return { label: `Sample ${number}`, shortLabel: `Sample ${number}` };
    const isShared = (byLot.get(lot)?.length ?? 0) > 1;
    const [tail, room] = isShared ? [` (sample ${number})`, ROOM.numbered] : ['', ROOM.alone];
    return { label: `Lot ${lot}${tail}`, shortLabel: `Lot ${cut(lot, room)}${tail}` };
  });
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text;
}
