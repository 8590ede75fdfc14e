import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { moveLinks } from '#db/schema.ts';

/**
 * Makes a link that opens what may become of a contribution, for whoever reads its giver's mailbox. Only
 * its hash is kept. It is opened as often as one likes, and used once.
 */
export async function createMoveLink(contributionId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db()
    .insert(moveLinks)
    .values({ tokenHash: hashOf(token), contributionId, createdAt: now() });
  return `${siteUrl()}/view-contributions/move?token=${token}`;
}

/** The contribution that a link is about, and whether it was used; undefined where it is unknown or old. */
export async function findMoveLink(
  tx: Tx,
  token: string,
): Promise<{ contributionId: string; isUsed: boolean } | undefined> {
  const own = and(
    eq(moveLinks.tokenHash, hashOf(token)),
    gt(moveLinks.createdAt, daysAgo(RETENTION.moveLinksDays)),
  );
  const [link] = await tx.select().from(moveLinks).where(own);
  return link && { contributionId: link.contributionId, isUsed: link.usedAt !== null };
}

/** Uses up all links about a contribution, in the transaction of what one of them, or the list, brings about. */
export async function useMoveLinks(tx: Tx, contributionId: string): Promise<void> {
  const unused = and(eq(moveLinks.contributionId, contributionId), isNull(moveLinks.usedAt));
  await tx.update(moveLinks).set({ usedAt: now() }).where(unused);
}

/** Forgets links that no longer work. */
export async function pruneMoveLinks(): Promise<void> {
  await db()
    .delete(moveLinks)
    .where(lt(moveLinks.createdAt, daysAgo(RETENTION.moveLinksDays)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(`move-link:${token}`).digest('hex');
}
