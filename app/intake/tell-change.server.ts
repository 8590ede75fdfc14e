import { and, isNotNull, or, sql } from 'drizzle-orm';
import { kindOf } from '#app/catalogue/kinds.ts';
import { audienceOf } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { isNews } from '#app/results/samples/headline-changes.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { mailboxes } from '#db/schema.ts';

/**
 * Queues the email of a publication that changes what is published of a product, where that is news;
 * whether there is anybody to tell. First results are told where they are marked.
 */
export async function tellOfChange(tx: Tx, change: ProductChange): Promise<boolean> {
  const { originalId, revision, isCorrection } = change;
  if (!isCorrection || !isNews(change)) return false;
  return tellAudience(tx, originalId, 'results-corrected', String(revision));
}

/**
 * How many people publishing this would email: those whom the product concerns, but for those who
 * have stopped all emails or whose mailbox is gone.
 */
export async function countTold(tx: Tx, change: ProductChange): Promise<number> {
  const { originalId, revision, isCorrection } = change;
  if (revision === null || (isCorrection && !isNews(change))) return 0;
  const audience = await audienceOf(tx, originalId, kindOf(originalId)?.key);
  const emails = audience.map(({ emailNormalised }) => emailNormalised);
  const { stoppedAt, bouncedAt } = mailboxes;
  const unreached = await tx.$count(
    mailboxes,
    and(
      sql`${mailboxes.emailNormalised} = any(${sql.param(emails)}::text[])`,
      or(isNotNull(stoppedAt), isNotNull(bouncedAt)),
    ),
  );
  return audience.length - unreached;
}
