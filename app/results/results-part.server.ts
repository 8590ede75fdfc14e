import { sql } from 'drizzle-orm';
import { sitePhotos } from '#app/catalogue/images/product-photos.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { partOf } from '#app/platform/http/lasting-pages.server.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';

/**
 * Makes a page that lasts one of the results as they are published, and of the photos beside them.
 * To be called before they are read: what is read is newer than the version at worst, and the next
 * question finds another one.
 */
export async function madeOfResults(): Promise<void> {
  await Promise.all([resultsPart(), partOf('photos', async () => sitePhotos().stamp())]);
}

/** The version of the results; that of the page that is being made, where it lasts. */
export function resultsPart(): Promise<string> {
  return partOf('results', resultsVersion);
}

/**
 * Another text whenever a tested product was added, changed, or taken away, or results of it were
 * published: every publication adds a revision. Each row carries the number of the transaction that
 * wrote it; the sum sees a transaction that ends late too, which a latest would not.
 */
async function resultsVersion(): Promise<string> {
  const { rows } = await db().execute<{ version: string }>(
    sql`select concat_ws(' ',
          (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${testedProducts}),
          (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${resultRevisions})
        ) as version`,
  );
  return rows[0]?.version ?? '';
}
