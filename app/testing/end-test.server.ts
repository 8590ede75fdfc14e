import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { sealAll } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Operation } from './acts.ts';
import { sealedEnding } from './sealed-acts.ts';
import { endingOf, hasSamplesUnderWay } from './store.server.ts';
import { testEndings } from '#db/schema.ts';

/**
 * Ends a test that was begun and will have no results, for a reason that everybody reads: once every
 * sample is given up. Nothing goes back to the givers, since what was bought is paid; the books are
 * closed without a laboratory's invoice. Followers and contributors are told. Never undone.
 */
export const endTest: Operation<'end'> = async (tx, productId, { reason }) => {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const known = await endingOf(tx, productId);
  if (known)
    return known.reason === reason ? { ok: true, isRepeated: true } : { ok: false, why: 'ended' };
  if (product.testingStatus === 'Tested') return { ok: false, why: 'tested' };
  if (!product.testingBegunAt) return { ok: false, why: 'not_begun' };
  if (await hasSamplesUnderWay(tx, productId)) return { ok: false, why: 'samples_going' };
  const ending = { productId, reason, endedAt: now() };
  await tx.insert(testEndings).values(ending);
  await sealAll(tx, [sealedEnding(ending)]);
  await tellAudience(tx, productId, 'testing-ended');
  return { ok: true, isRepeated: false };
};
