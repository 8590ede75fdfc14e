import { and, eq, isNull } from 'drizzle-orm';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { kindNamed } from '#app/catalogue/kinds.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { hasProven } from '#app/mail/own-browsers.server.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import { follows, productMutes, products, testedProducts } from '#db/schema.ts';

/** A browser's request to hear of something under an address. */
interface Follower {
  followed: Followed;
  email: string;
  browserHash: string;
}

/**
 * A product by its code, or by PlasticList's number of what was not funded here: no number is two. Or
 * the key of a kind.
 */
type Followed = number | string;

/**
 * Has a product or a kind followed, and returns the id of the follow; undefined where there is no such
 * thing. Each browser has a follow of its own, so a repeated one, by this browser or by another, answers
 * as a new one does.
 */
export async function follow(follower: Follower): Promise<string | undefined> {
  const { followed, email, browserHash } = follower;
  if (!isKnown(followed)) return undefined;
  const emailNormalised = normaliseEmail(email);
  const isOwner = await hasProven(emailNormalised, browserHash);
  return db().transaction(async (tx) => {
    if (typeof followed === 'number' && !(await holdListed(tx, followed))) return undefined;
    const [own, whose] = columnOf(followed);
    const [row] = await tx
      .insert(follows)
      .values({ ...own, email, emailNormalised, browserHash, createdAt: now() })
      .onConflictDoUpdate({
        target: [whose, follows.emailNormalised, follows.browserHash],
        set: { email },
      })
      .returning({ id: follows.id });
    // Whoever follows again wants to hear again, where they read that mailbox: else a stranger would
    // undo what its owner has stopped. A stop of everything stays.
    if (isOwner && typeof followed === 'number') {
      const { emailNormalised: whom, productId: what } = productMutes;
      await tx.delete(productMutes).where(and(eq(whom, emailNormalised), eq(what, followed)));
    }
    return row?.id;
  });
}

function isKnown(followed: Followed): boolean {
  return typeof followed === 'number' ? isProductId(followed) : kindNamed(followed) !== undefined;
}

/** What says of a follow that it is of this, and in which column. */
function columnOf(followed: Followed) {
  if (typeof followed === 'string') return [{ kind: followed }, follows.kind] as const;
  return isFundable(followed)
    ? ([{ productId: followed }, follows.productId] as const)
    : ([{ originalId: followed }, follows.originalId] as const);
}

/** Whether there is something to follow, held as it is: what is being merged is looked at once it is. */
async function holdListed(tx: Tx, productId: number): Promise<boolean> {
  if (!isFundable(productId)) {
    const { originalId } = testedProducts;
    const own = eq(originalId, productId);
    const rows = await tx.select({ originalId }).from(testedProducts).where(own).for('key share');
    return rows.length > 0;
  }
  const listed = and(
    eq(products.id, productId),
    isNull(products.removedAt),
    isNull(products.hiddenAt),
  );
  const rows = await tx.select({ id: products.id }).from(products).where(listed).for('share');
  return rows.length > 0;
}

/** This browser's own follow; nobody learns of another's. */
export async function findFollow(follower: Follower): Promise<string | undefined> {
  const { followed, email, browserHash } = follower;
  if (!isKnown(followed)) return undefined;
  const [, whose] = columnOf(followed);
  const [row] = await db()
    .select({ id: follows.id })
    .from(follows)
    .where(
      and(
        eq(whose, followed),
        eq(follows.emailNormalised, normaliseEmail(email)),
        eq(follows.browserHash, browserHash),
      ),
    );
  return row?.id;
}

/** Ends this browser's own follow; whether there was one. */
export async function unfollow(id: string, browserHash: string): Promise<boolean> {
  const own = and(eq(follows.id, id), eq(follows.browserHash, browserHash));
  const gone = await db().delete(follows).where(own).returning({ id: follows.id });
  return gone.length > 0;
}
