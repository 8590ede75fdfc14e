import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import {
  beginWithin,
  lockTestable,
  type TestingRefusal,
} from '#app/funding/begin-testing.server.ts';
import { forEverybody } from '#app/log/forms.ts';
import { seal } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { dayRefusal, type DayRefusal } from './day-refusal.ts';
import { bookCost } from './note-cost.server.ts';
import { begunWith, whyNotBegun } from './register-test.server.ts';
import { currentCosts, currentSteps, endingOf, samplesOf, type CostRow } from './store.server.ts';
import { stepFacts } from './steps.ts';
import { testCosts, testPhotos, testSamples, testSteps } from '#db/schema.ts';

/** What was bought; `id` is the form's: sent twice, it is one purchase, and it is no other one. */
export interface Purchase {
  id: string;
  day: string;
  shop: string;
  lot: string | null;
  /** The day until which it is best, as printed on the package. */
  bestBefore: string | null;
  /** Above 0. */
  priceCents: number;
  /** Where the receipt is kept. */
  receipt: string;
  note: string | null;
}

/** A photo of the receipt and of the package with its lot. */
export interface PurchasePhoto {
  content: Buffer;
  /** No private detail is on it: everybody may see it. */
  isPublic: boolean;
}

/** What else a form says of a purchase. */
export interface FromForm {
  /** The sample's that it was drawn for: where somebody has bought that one since, it buys none. */
  number?: number;
  /** It is another one, though one of its lot is noted with its receipt. */
  isAnyway?: boolean;
  photo?: PurchasePhoto | undefined;
}

export type Bought =
  | { ok: true; number: number; hasBegun: boolean; isRepeated: boolean }
  | {
      ok: false;
      why:
        | TestingRefusal
        | DayRefusal
        | 'form_used'
        | 'ended'
        | 'unregistered'
        | 'too_many'
        | 'bought_meanwhile'
        | 'sample_noted';
    };

/** A product's money buys three; the rest is for what breaks or gets lost. */
const MOST_SAMPLES = 20;

/**
 * A sample of a funded product is bought, and its price is on the books. With the first one testing
 * begins, under the conditions of `begin-testing.server.ts`: from then on nothing is refunded.
 */
export async function buySample(
  tx: Tx,
  productId: number,
  typed: Purchase,
  form: FromForm = {},
): Promise<Bought> {
  const purchase = { ...forEverybody(typed), receipt: typed.receipt };
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const known = await samplesOf(tx, [productId]);
  const [paid] = await tx.select().from(testCosts).where(eq(testCosts.id, purchase.id));
  if (paid) {
    const same = known.find(({ id }) => id === purchase.id);
    return same && (await isSame(tx, paid, purchase))
      ? { ok: true, number: same.number, hasBegun: false, isRepeated: true }
      : { ok: false, why: 'form_used' };
  }
  if (await endingOf(tx, productId)) return { ok: false, why: 'ended' };
  if (known.length >= MOST_SAMPLES) return { ok: false, why: 'too_many' };
  const number = known.length + 1;
  if ((form.number ?? number) !== number) return { ok: false, why: 'bought_meanwhile' };
  const around = { now: now(), ...(await begunWith(tx, product)) };
  const why = dayRefusal(purchase.day, around);
  if (why) return { ok: false, why };
  if (!form.isAnyway && (await isNoted(tx, productId, purchase))) {
    return { ok: false, why: 'sample_noted' };
  }
  const notBegun = product.testingBegunAt ? undefined : await whyNotBegun(tx, product);
  if (notBegun) return { ok: false, why: notBegun };
  const beginning = await beginWithin(tx, product);
  if (!beginning.ok && beginning.why !== 'begun') return { ok: false, why: beginning.why };
  await write(tx, productId, number, { purchase, photo: form.photo });
  return { ok: true, number, hasBegun: beginning.ok, isRepeated: false };
}

/** Whether a purchase was first noted in these words; `paid` is the cost that was noted with it. */
async function isSame(tx: Tx, paid: CostRow, purchase: Purchase): Promise<boolean> {
  const { id, day, shop, lot, bestBefore, priceCents, receipt, note } = purchase;
  const isFirst = and(eq(testSteps.sampleId, id), eq(testSteps.step, 'bought'));
  const [bought] = await tx
    .select()
    .from(testSteps)
    .where(and(isFirst, isNull(testSteps.corrects)));
  return (
    bought?.day === day &&
    bought.place === shop &&
    bought.lot === lot &&
    bought.bestBefore === bestBefore &&
    bought.note === note &&
    paid.amountCents === priceCents &&
    paid.receipt === receipt
  );
}

/** Whether a sample of this lot is noted with this receipt, which may have several lots on it. */
async function isNoted(tx: Tx, productId: number, { receipt, lot }: Purchase): Promise<boolean> {
  const costs = await currentCosts(tx, [productId]);
  const ids = costs
    .filter((cost) => cost.amountCents > 0 && cost.receipt === receipt)
    .flatMap(({ sampleId }) => sampleId ?? []);
  return (await currentSteps(tx, ids)).some((one) => one.step === 'bought' && one.lot === lot);
}

async function write(
  tx: Tx,
  productId: number,
  number: number,
  { purchase, photo }: { purchase: Purchase; photo: PurchasePhoto | undefined },
): Promise<void> {
  const { id, day, shop, lot, bestBefore, priceCents, receipt, note } = purchase;
  const notedAt = now();
  await tx.insert(testSamples).values({ id, productId, number, notedAt });
  await tx
    .insert(testSteps)
    .values({ sampleId: id, step: 'bought', day, place: shop, lot, bestBefore, note, notedAt });
  const sha256 = photo && createHash('sha256').update(photo.content).digest('hex');
  if (photo && sha256) await tx.insert(testPhotos).values({ sampleId: id, sha256, ...photo });
  await bookCost(tx, {
    id,
    productId,
    sampleId: id,
    kind: 'sample',
    amountCents: priceCents,
    paidOn: day,
    payee: shop,
    receipt,
  });
  await seal(tx, 'purchase', {
    product: productId,
    sample: number,
    ...stepFacts({ ...purchase, place: shop }),
    ...(sha256 && { photo_sha256: sha256 }),
  });
}
