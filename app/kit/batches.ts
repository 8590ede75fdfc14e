/** The same things in batches of at most so many: what was read together need not be written together. */
export function batchesOf<Thing>(things: readonly Thing[], most = 2_000): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / most) }, (_, at) =>
    things.slice(at * most, (at + 1) * most),
  );
}

/** All that `read` has, by its batches: each comes after the last number of the one before, from 0. */
export async function* batchesAfter<Row>(
  read: (after: number) => Promise<Row[]>,
  numberOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = numberOf(last);
  }
}
