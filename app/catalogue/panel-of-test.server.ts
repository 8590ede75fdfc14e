import { and, eq } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { panelNamed } from '#app/toxicology/panels/panels.ts';
import { products } from '#db/schema.ts';

/** What a product's test looks for; undefined of what is no product that can be funded. */
export async function panelOfTest(id: number | null | undefined, tx: Tx = db()) {
  const isThat = and(eq(products.id, id ?? 0), eq(products.isDemo, false));
  const [row] = await tx.select({ panel: products.panel }).from(products).where(isThat);
  return panelNamed(row?.panel)?.key;
}
