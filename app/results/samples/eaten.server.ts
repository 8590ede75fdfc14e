import { inArray } from 'drizzle-orm';
import { kindOf } from '#app/catalogue/kinds.ts';
import type { Tx } from '#app/database/db.server.ts';
import type { Eaten } from './metals-said.ts';
import { products } from '#db/schema.ts';

/** What is known of how tests' items are eaten, by the number of the test. */
export async function eatenOfTests(tx: Tx, ids: readonly number[]): Promise<Map<number, Eaten>> {
  const rows = await tx
    .select()
    .from(products)
    .where(inArray(products.id, [0, ...ids]));
  return new Map(
    rows.map(({ id, itemOf, asFedPerG }) => [
      id,
      { kind: kindOf(itemOf ?? id)?.key ?? null, asFedPerG },
    ]),
  );
}
