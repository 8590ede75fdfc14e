import { asc, eq, max } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import type { PublicPage } from '#app/feeds/sitemap.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';

/** The report of every tested product, by number; changed when its results were last published. */
export async function publicReports(): Promise<PublicPage[]> {
  const { originalId } = testedProducts;
  const rows = await db()
    .select({ originalId, changedAt: max(resultRevisions.publishedAt) })
    .from(testedProducts)
    .leftJoin(resultRevisions, eq(resultRevisions.originalId, originalId))
    .groupBy(originalId)
    .orderBy(asc(originalId));
  return rows.map((row) => ({
    path: `/plasticlist/${row.originalId}`,
    changedAt: row.changedAt ?? undefined,
  }));
}
