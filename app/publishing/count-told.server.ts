import { and, isNotNull, or, sql } from 'drizzle-orm';
import { audienceOf } from '#app/funding/store.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import { headlineChanges } from '#app/results/samples/headline-changes.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { mailboxes } from '#db/schema.ts';

/**
 * How many people publishing this would email: those whom the product concerns, but for those who
 * have stopped all emails or whose mailbox is gone.
 */
export async function countTold(tx: Tx, change: ProductChange): Promise<number> {
  const { originalId, revision, isCorrection } = change;
  const isNews = revision !== null && (!isCorrection || headlineChanges(change).length > 0);
  if (!isNews || !isFundable(originalId)) return 0;
  const audience = await audienceOf(tx, originalId);
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
