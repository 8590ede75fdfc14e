import { eq, max, type SQL } from 'drizzle-orm';
import type { LeafBody } from '#app/log/forms.ts';
import { forgetSalted, seal } from '#app/log/seal.server.ts';
import { entriesOf } from '#app/log/store.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { GROUNDS, isGround, type Objection, type Verdict } from './objection.ts';
import { contactMessages, resultRevisions } from '#db/schema.ts';

/** Seals what an objection was answered, for everybody to read. */
export async function sealAnswer(
  tx: Tx,
  message: typeof contactMessages.$inferSelect,
  verdict: Verdict,
): Promise<void> {
  const { aboutProductId: product, wordsHash: objection, answer: text } = message;
  const revision = product === null ? undefined : await revisionOf(tx, product);
  if (product === null || objection === null || text === null || revision === undefined) return;
  const upheld = verdict === 'yes';
  const dismissed = verdict === 'empty' ? { dismissed: true as const } : {};
  await seal(tx, 'reply', { product, revision, objection, upheld, ...dismissed, text });
}

/** What the log has of objections to a product's results, and of replies, the oldest first. */
type LeafAbout = { index: number; at: string } & Partial<
  LeafBody<'objection'> & LeafBody<'objection-noted'> & LeafBody<'reply'>
>;

export async function leavesAbout(tx: Tx, productId: number): Promise<LeafAbout[]> {
  const entries = await entriesOf(tx, ['objection', 'objection-noted', 'reply'], [productId]);
  return entries.map(({ index, at, body }) => ({ index, at, ...body }));
}

/** Everything that was said against a product's published results, and for its maker. */
export async function objectionsTo(productId: number): Promise<Objection[]> {
  const leaves = await leavesAbout(db(), productId);
  return leaves
    .filter(({ objection }) => objection === undefined)
    .map(({ index, at, ground, words_hash: own, from_brand: isOfBrand, maker, text }) => {
      const about = leaves.filter(({ objection }) => objection !== undefined && objection === own);
      const reply = about.find((leaf) => leaf.text !== undefined);
      return {
        isOnTop: isOfBrand === true || about.some((leaf) => leaf.text === undefined),
        entry: index,
        at,
        ground: ground && isGround(ground) ? GROUNDS[ground] : null,
        maker: maker ?? null,
        text: text ?? null,
        answer: reply
          ? {
              entry: reply.index,
              at: reply.at,
              verdict: reply.dismissed ? 'empty' : reply.upheld ? 'yes' : 'no',
              text: reply.text ?? '',
            }
          : null,
      };
    });
}

/** Forgets what the words of these messages were hashed with, before they are deleted. */
export async function forgetWords(tx: Tx, which: SQL): Promise<void> {
  const rows = await tx
    .select({ hash: contactMessages.wordsHash })
    .from(contactMessages)
    .where(which);
  for (const { hash } of rows) if (hash) await forgetSalted(tx, hash);
}

/** The number of the latest publication of a product's results; undefined where there is none. */
export async function revisionOf(tx: Tx, originalId: number): Promise<number | undefined> {
  const { number } = resultRevisions;
  const [latest] = await tx
    .select({ number: max(number) })
    .from(resultRevisions)
    .where(eq(resultRevisions.originalId, originalId));
  return latest?.number ?? undefined;
}
