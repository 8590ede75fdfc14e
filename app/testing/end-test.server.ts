import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { withoutAddresses } from '#app/log/forms.ts';
import { seal } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { dayOf } from './promise.ts';
import { endingOf, hasSamplesUnderWay } from './store.server.ts';
import { testEndings } from '#db/schema.ts';

export type Ended =
  | { ok: true; isRepeated: boolean }
  | {
      ok: false;
      why:
        | 'unknown'
        | 'not_begun'
        /** Results are published. */
        | 'tested'
        /** Ended already, for another reason. */
        | 'ended'
        | 'samples_going';
    };

/**
 * Ends a test that was begun and will have no results, for a reason that everybody reads: once every
 * sample is given up. Nothing goes back to the givers, since what was bought is paid; the books are
 * closed without a laboratory's invoice. Followers and contributors are told. Never undone.
 */
export async function endTest(tx: Tx, productId: number, typed: string): Promise<Ended> {
  const reason = withoutAddresses(typed);
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const ending = await endingOf(tx, productId);
  if (ending) {
    return ending.reason === reason ? { ok: true, isRepeated: true } : { ok: false, why: 'ended' };
  }
  if (product.testingStatus === 'Tested') return { ok: false, why: 'tested' };
  if (!product.testingBegunAt) return { ok: false, why: 'not_begun' };
  if (await hasSamplesUnderWay(tx, productId)) return { ok: false, why: 'samples_going' };
  await tx.insert(testEndings).values({ productId, reason, endedAt: now() });
  await seal(tx, 'ended', { product: productId, day: dayOf(now()), reason });
  await tellAudience(tx, productId, 'testing-ended');
  return { ok: true, isRepeated: false };
}
