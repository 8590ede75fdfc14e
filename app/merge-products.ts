import { administer, type Actor } from '#app/admin/trail.server.ts';
import { markMerged, mergedProducts } from '#app/catalogue/mark-merged.server.ts';
import { lockPair, type MergeRefusal } from '#app/funding/lock-pair.server.ts';
import { moveMoney, type Moved } from '#app/funding/move-money.server.ts';
import { moveWishes } from '#app/mailing/move-wishes.server.ts';

export type Merge =
  | ({ ok: true; isNew: true; follows: number } & Moved)
  /** It was merged into the same one before: nothing was done. */
  | { ok: true; isNew: false }
  | { ok: false; why: MergeRefusal };

/** Looks at a product to which money comes while it is being locked. */
const ATTEMPTS = 3;

/**
 * Merges a duplicate into the product that stays, in one transaction: money, fees, follows and stops
 * move, what the survivor does not need is owed back, the duplicate is off the list and its address
 * leads to the survivor. Repeated it does nothing more.
 */
export async function mergeProducts(by: Actor, goneId: number, survivorId: number): Promise<Merge> {
  for (let attempt = 1; ; attempt += 1) {
    const merge = await mergeOnce(by, goneId, survivorId);
    if (merge.ok || merge.why !== 'overtaken' || attempt === ATTEMPTS) return merge;
  }
}

async function mergeOnce(by: Actor, goneId: number, survivorId: number): Promise<Merge> {
  return administer(by, async (tx, note): Promise<Merge> => {
    const locked = await lockPair(tx, goneId, survivorId);
    if (!locked.ok) {
      const isDone =
        locked.why === 'removed' && (await mergedProducts(tx)).get(goneId) === survivorId;
      return isDone ? { ok: true, isNew: false } : locked;
    }
    const { gone, survivor } = locked.pair;
    const follows = await moveWishes(tx, goneId, survivorId);
    const moved = await moveMoney(tx, locked.pair);
    await markMerged(tx, goneId, survivorId);
    const counts = { ...moved, follows };
    await note({
      action: 'merge-product',
      subject: `product ${goneId}`,
      before: { raisedCents: gone.raisedCents, contributors: gone.contributorCount },
      after: { mergedInto: survivorId, ...counts },
    });
    await note({
      action: 'receive-product',
      subject: `product ${survivorId}`,
      before: { raisedCents: survivor.raisedCents },
      after: { received: goneId, raisedCents: survivor.raisedCents + moved.movedCents },
    });
    return { ok: true, isNew: true, ...counts };
  });
}
