import { asc, desc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';

/** One publication of a product's results, as news. */
export interface PublishedRevision {
  originalId: number;
  name: string;
  /** From 1; what is past it corrects the one before. */
  number: number;
  /** Of a correction; null for the first. */
  reason: string | null;
  publishedAt: Date;
}

/** The latest publications of tested products' results, at most `limit`, newest first. */
export async function latestRevisions(limit: number): Promise<PublishedRevision[]> {
  return db()
    .select({
      originalId: resultRevisions.originalId,
      name: testedProducts.name,
      number: resultRevisions.number,
      reason: resultRevisions.reason,
      publishedAt: resultRevisions.publishedAt,
    })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, resultRevisions.originalId))
    .orderBy(
      desc(resultRevisions.publishedAt),
      asc(resultRevisions.originalId),
      desc(resultRevisions.number),
    )
    .limit(limit);
}
