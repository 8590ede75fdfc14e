import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { markMerged, mergedProducts } from '#app/catalogue/product-standing.server.ts';
import { photoAddress, sitePhotos } from '#app/pictures/product-photos.server.ts';
import { movePhoto } from '#app/pictures/uploaded-photos.server.ts';
import {
  lockPair,
  outcomeOf,
  type MergeRefusal,
  type MergeOutcome,
} from '#app/funding/merging/lock-pair.server.ts';
import { moveMoney, type Moved } from '#app/funding/merging/move-money.server.ts';
import { moveFollows } from '#app/subscriptions/store.server.ts';

type Merge =
  | ({ ok: true; isNew: true; follows: number } & Moved)
  /** It was merged into the same one before: nothing was done. */
  | { ok: true; isNew: false }
  /** `changed`: it would do something else than what was looked at. */
  | { ok: false; why: MergeRefusal | 'changed' };

/** Looks at a product to which money comes while it is being locked. */
const ATTEMPTS = 3;

/**
 * Merges a duplicate into the product that stays, in one transaction: money, fees, follows and stops
 * move, what the survivor does not need is owed back, the duplicate is off the list and its address
 * leads to the survivor. Repeated it does nothing more. `seen` is what somebody was shown that it
 * would do with the money, in cents: nothing else is done, as it is never undone.
 */
export async function mergeProducts(
  by: Actor,
  goneId: number,
  survivorId: number,
  seen?: MergeOutcome,
): Promise<Merge> {
  for (let attempt = 1; ; attempt += 1) {
    const merge = await mergeOnce(by, goneId, survivorId, seen);
    if (merge.ok && merge.isNew) await sitePhotos().uploads.refresh();
    if (merge.ok || merge.why !== 'overtaken' || attempt === ATTEMPTS) return merge;
  }
}

async function mergeOnce(
  by: Actor,
  goneId: number,
  survivorId: number,
  seen: MergeOutcome | undefined,
): Promise<Merge> {
  await sitePhotos().uploads.refresh();
  return administer(by, async (tx, note): Promise<Merge> => {
    const locked = await lockPair(tx, goneId, survivorId);
    if (!locked.ok) {
      const isDone =
        locked.why === 'removed' && (await mergedProducts(tx)).get(goneId) === survivorId;
      return isDone ? { ok: true, isNew: false } : locked;
    }
    const { gone, survivor } = locked.pair;
    const now = outcomeOf(locked.pair);
    const isAsSeen = now.movedCents === seen?.movedCents && now.excessCents === seen.excessCents;
    if (seen && !isAsSeen) return { ok: false, why: 'changed' };
    const follows = await moveFollows(tx, goneId, survivorId);
    const moved = await moveMoney(tx, locked.pair);
    await markMerged(tx, goneId, survivorId);
    const pictured = survivor.itemOf ?? survivor.id;
    const photo = await movePhoto(tx, goneId, pictured, photoAddress(pictured) !== null);
    const counts = { ...moved, follows };
    await note({
      action: 'merge-product',
      subject: `product ${goneId}`,
      before: { raisedCents: gone.raisedCents, contributors: gone.contributorCount },
      after: { mergedInto: survivorId, ...counts, ...(photo ? { photo } : {}) },
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
