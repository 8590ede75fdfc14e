import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { manageLinks } from '#db/schema.ts';

/** How long a mailed link works; as often as it is opened, since a page may be reloaded. */
const MANAGE_LINK_MINUTES = 10;
const LINK_MS = MANAGE_LINK_MINUTES * 60_000;

/** Makes a link that opens a person's monthly donations. Only its hash is kept. */
export async function createManageLink(emailNormalised: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db()
    .insert(manageLinks)
    .values({
      tokenHash: hashOf(token),
      emailNormalised,
      createdAt: now(),
      expiresAt: new Date(now().getTime() + LINK_MS),
    });
  return `${siteUrl()}/donate/manage?token=${token}`;
}

/** The mailbox that a link was sent to; undefined where it is unknown or has expired. */
export async function emailOfLink(token: string): Promise<string | undefined> {
  const [link] = await db()
    .select({ email: manageLinks.emailNormalised })
    .from(manageLinks)
    .where(and(eq(manageLinks.tokenHash, hashOf(token)), gt(manageLinks.expiresAt, now())));
  return link?.email;
}

/** Forgets links that expired more than a day ago. */
export async function pruneManageLinks(): Promise<void> {
  await db()
    .delete(manageLinks)
    .where(lt(manageLinks.expiresAt, daysAgo(1)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(`manage-link:${token}`).digest('hex');
}
