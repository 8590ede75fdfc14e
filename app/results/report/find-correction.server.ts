import { and, eq, inArray } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { compareProduct, type ProductChange } from '#app/results/samples/product-change.ts';
import { resultRevisions } from '#db/schema.ts';
import { revisionProduct } from './revision-steps.ts';

interface FoundCorrection {
  /** Why it was made, for everybody to read. */
  reason: string;
  /** What was published before, and what is published by this revision. */
  change: Pick<ProductChange, 'families' | 'samples'>;
}

/** What one correction made of a product's results; undefined where there is no such correction. */
export async function findCorrection(
  originalId: number,
  number: number,
): Promise<FoundCorrection | undefined> {
  const { number: at, rows, reason } = resultRevisions;
  const found = await db()
    .select({ at, rows, reason })
    .from(resultRevisions)
    .where(and(eq(resultRevisions.originalId, originalId), inArray(at, [number - 1, number])));
  const [before, after] = [number - 1, number].map((own) => found.find((row) => row.at === own));
  if (!before || !after || after.reason === null) return undefined;
  const change = compareProduct(
    revisionProduct(originalId, before.at, before.rows),
    revisionProduct(originalId, after.at, after.rows),
  );
  return { reason: after.reason, change };
}
