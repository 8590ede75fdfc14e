/** The same things in batches of at most so many: what was read together need not be written together. */
export function batchesOf<Thing>(things: readonly Thing[], most = 2_000): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / most) }, (_, at) =>
    things.slice(at * most, (at + 1) * most),
  );
}

/** All that `read` has, by its batches: each comes after the last row of the one before. */
export async function* pagesOf<Row>(read: (last: Row | undefined) => Promise<Row[]>) {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    last = rows.at(-1);
    if (!last) return;
    yield rows;
  }
}

/** The same by a number of each row, from 0. */
export function batchesAfter<Row>(
  read: (after: number) => Promise<Row[]>,
  numberOf: (row: Row) => number,
) {
  return pagesOf<Row>((last) => read(last ? numberOf(last) : 0));
}
