import { and, eq, isNull } from 'drizzle-orm';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { follows, productMutes, products } from '#db/schema.ts';

/** A browser's wish to hear of a product under an address. */
interface Follower {
  productId: number;
  email: string;
  browserHash: string;
}

interface Follow {
  id: string;
  productId: number;
}

/**
 * Has a product followed; undefined where there is no such product. Each browser has a follow of
 * its own, so a repeated one, by this browser or by another, answers as a new one does.
 */
export async function followProduct(follower: Follower): Promise<Follow | undefined> {
  const { productId, email, browserHash } = follower;
  if (!isProductId(productId)) return undefined;
  const emailNormalised = normaliseEmail(email);
  return db().transaction(async (tx) => {
    const listed = and(
      eq(products.id, productId),
      isNull(products.removedAt),
      isNull(products.hiddenAt),
    );
    // Held as it is: a product that is being merged is looked at again once that is done.
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(listed)
      .for('key share');
    if (!product) return undefined;
    const [row] = await tx
      .insert(follows)
      .values({ productId, email, emailNormalised, browserHash, createdAt: now() })
      .onConflictDoUpdate({
        target: [follows.productId, follows.emailNormalised, follows.browserHash],
        set: { email },
      })
      .returning({ id: follows.id, productId: follows.productId });
    // Whoever follows again wants to hear again; a stop of everything stays.
    await tx
      .delete(productMutes)
      .where(
        and(
          eq(productMutes.emailNormalised, emailNormalised),
          eq(productMutes.productId, productId),
        ),
      );
    return row;
  });
}

/** This browser's own follow; nobody learns of another's. */
export async function findFollow(follower: Follower): Promise<Follow | undefined> {
  if (!isProductId(follower.productId)) return undefined;
  const [row] = await db()
    .select({ id: follows.id, productId: follows.productId })
    .from(follows)
    .where(
      and(
        eq(follows.productId, follower.productId),
        eq(follows.emailNormalised, normaliseEmail(follower.email)),
        eq(follows.browserHash, follower.browserHash),
      ),
    );
  return row;
}

/** Ends this browser's own follow; whether there was one. */
export async function unfollow(id: string, browserHash: string): Promise<boolean> {
  const own = and(eq(follows.id, id), eq(follows.browserHash, browserHash));
  const gone = await db().delete(follows).where(own).returning({ id: follows.id });
  return gone.length > 0;
}
