import { getTableColumns, inArray, sql } from 'drizzle-orm';
import { kindOf } from '#app/catalogue/kinds.ts';
import type { Tx } from '#app/database/db.server.ts';
import type { Eaten } from './metals-said.ts';
import { products, testRegistrations } from '#db/schema.ts';

const foodClass = sql<string | null>`(
  select facts ->> 'foodClass' from ${testRegistrations}
  where ${testRegistrations.productId} = ${products}.id
  order by ${testRegistrations.number} desc limit 1)`;

/** What is known of how tests' items are eaten, by the number of the test. */
export async function eatenOfTests(tx: Tx, ids: readonly number[]): Promise<Map<number, Eaten>> {
  const rows = await tx
    .select({ ...getTableColumns(products), foodClass })
    .from(products)
    .where(inArray(products.id, [0, ...ids]));
  return new Map(
    rows.map(({ id, itemOf, asFedPerG, foodClass: food }) => [
      id,
      { kind: kindOf(itemOf ?? id)?.key ?? null, asFedPerG, foodClass: food },
    ]),
  );
}
