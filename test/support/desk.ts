import { previewSamples } from '#app/intake/preview-samples.server.ts';
import { cellsToType } from '#app/intake/type-again.ts';
import { findUpload } from '#app/intake/result-uploads.server.ts';
import { and, eq } from 'drizzle-orm';
import { payRefundOutside } from '#app/admin/people/paid-outside.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import {
  allocations,
  contributions,
  disputes,
  mails,
  orders,
  refunds,
  unmatched,
} from '#db/schema.ts';
import { orderIn, pays } from './books.ts';
import { sendReviewBack } from './send-review-back.ts';
import { aProduct, eventually, type Story } from './story.ts';
import { control, Visitor, type Answered } from './visitor.ts';

/** What administrators find on their desk. */

/** Somebody who has paid for a product, what they gave, and by which session. */
export async function aGift(
  story: Story,
  dollars = 40,
  card?: string,
  { name, ...typed }: Record<string, string> = {},
) {
  const product = await aProduct(name);
  const giver = new Visitor(story);
  const { body } = await giver.commit([product.id, dollars]);
  await giver.payOnHostedPage(body.sessionId, card, typed);
  const sessionId: string = body.sessionId;
  const order = await orderIn('paid', sessionId);
  const own = eq(contributions.orderId, order.id);
  const [share] = await db().select().from(contributions).where(own);
  if (!share) throw new Error('no contribution');
  return { product, giver, sessionId, order, share };
}

/** Somebody who has come to the payment page, and what they would pay by. */
export async function aReservation(story: Story, dollars = 60) {
  const product = await aProduct(undefined, 100);
  const visitor = new Visitor(story);
  const { body } = await visitor.commit([product.id, dollars]);
  return {
    ...(await orderIn('open', body.sessionId)),
    sessionId: body.sessionId,
    product,
    visitor,
  };
}

/** Contributions that go back by age now, more of them than goes back unasked. */
export async function moneyPastDue(story: Story, gifts = [1_000, 1_000, 1_000]) {
  const product = await aProduct(undefined, 5_000);
  for (const dollars of gifts) {
    const giver = new Visitor(story);
    await pays(giver, [product.id, dollars]);
  }
  const longAgo = new Date(Date.now() - 400 * 86_400_000);
  await db()
    .update(contributions)
    .set({ paidAt: longAgo, refundToldAt: longAgo })
    .where(eq(contributions.productId, product.id));
  return product;
}

/** A payment that is not what its order asked for. */
export async function aPaymentUnderReview(story: Story, card?: string) {
  const product = await aProduct();
  const giver = new Visitor(story);
  const { body } = await giver.commit([product.id, 50]);
  await db().update(orders).set({ currency: 'eur' }).where(eq(orders.sessionId, body.sessionId));
  await giver.payOnHostedPage(body.sessionId, card);
  return { giver, order: await orderIn('review', body.sessionId) };
}

/** A contributor's request to have money back. */
export async function aRefundRequest(story: Story, words = 'I changed my mind.') {
  const gift = await aGift(story);
  const asking = await askForRefund(gift.share.id, gift.giver.email, words);
  if (!asking.ok) throw new Error(asking.why);
  return { ...gift, request: asking.request };
}

/** A card to which refunds arrive late, if at all. */
const SLOW_CARD = '4000 0000 0000 7726';

/** A refund that Stripe says has failed. */
export async function aFailedRefund(story: Story) {
  const gift = await aGift(story, 50, SLOW_CARD);
  await requestRefund(gift.share.id, { reason: 'requested' });
  await itFails(story, gift.share.id);
  return gift;
}

/** The same of a payment under review. */
export async function aFailedReviewRefund(
  story: Story,
  before: (order: typeof orders.$inferSelect) => Promise<void> = async () => {},
) {
  const paid = await aPaymentUnderReview(story, SLOW_CARD);
  await before(paid.order);
  await sendReviewBack(paid.order);
  await itFails(story, paid.order.id);
  return paid;
}

/** The refund fails that is on its way at Stripe. */
async function itFails(story: Story, refundId: string): Promise<void> {
  const sent = await refundIn(refundId, 'pending');
  await control(story, `refunds/${sent?.stripeRefundId}`, { outcome: 'failed' });
  await refundIn(refundId, 'failed');
}

/** What the form asks for of a refund that was paid by other means. */
export function paidOtherwise(refund: string, more: Record<string, string> = {}) {
  const day = new Date().toISOString().slice(0, 10);
  const typed = { reference: 'Transfer 4711', reason: 'The card is closed.' };
  return { intent: 'pay-refund-outside', refund, day, ...typed, ...more };
}

/** A failed refund that an administrator has noted as paid by other means. */
export async function aRefundPaidOtherwise(story: Story) {
  const gift = await aFailedRefund(story);
  const fields = paidOtherwise(gift.share.id);
  const noted = await payRefundOutside({ actor: 'command line' }, gift.share.id, fields);
  if (noted.status !== 200) throw new Error(JSON.stringify(noted.body));
  return gift;
}

/** A gift of $40 of which $15 were refunded at Stripe itself, by the refund `stray`. */
export async function aPartialRefund(story: Story) {
  const gift = await aGift(story, 40);
  const { id: stray } = await stripe().refunds.create({
    payment_intent: gift.order.paymentIntentId ?? '',
    amount: 1_500,
  });
  const ofIt = eq(allocations.unmatchedId, stray);
  await eventually(
    () => db().$count(allocations, ofIt),
    (laid) => laid > 0,
  );
  return { ...gift, stray };
}

/** A refund of $50 that was paid another way, and is made at Stripe as well: `stray` is of nothing. */
export async function aStrayRefund(story: Story) {
  const gift = await aRefundPaidOtherwise(story);
  const { id: stray } = await stripe().refunds.create({
    payment_intent: gift.share.stripePaymentId ?? '',
    amount: 5_000,
    metadata: { allocation_id: gift.share.id, attempt: '1' },
  });
  await eventually(
    async () => (await db().select().from(unmatched).where(eq(unmatched.id, stray)))[0],
    (row) => row?.openCents === -5_000,
  );
  return { ...gift, stray };
}

/** A gift that its payer contests at the bank; the dispute's id, `dp_…`. */
export async function aDispute(story: Story) {
  const gift = await aGift(story);
  const payment = { payment_intent: gift.order.paymentIntentId };
  const { id } = (await control(story, 'dispute', payment)) as { id: string };
  await eventually(
    async () => (await db().select().from(disputes).where(eq(disputes.id, id)))[0],
    (found) => found !== undefined,
  );
  return { ...gift, id };
}

/** A refund once it stands so. */
export async function refundIn(id: string, ...statuses: string[]) {
  return eventually(
    async () => (await db().select().from(refunds).where(eq(refunds.id, id)))[0],
    (refund) => statuses.includes(refund?.status ?? ''),
  );
}

/** A mail that was given up. */
export async function aDeadMail(toEmail = 'gone@example.com') {
  const [mail] = await db()
    .insert(mails)
    .values({
      name: 'receipt',
      toEmail,
      params: {},
      dedupeKey: `dead:${Math.random()}`,
      deadAt: new Date(),
      lastError: 'connection refused',
    })
    .returning();
  if (!mail) throw new Error('no mail');
  return mail;
}

/** Whether a mail of this name was queued for an address. */
export async function wasQueued(toEmail: string, name: string): Promise<boolean> {
  const own = and(eq(mails.toEmail, toEmail), eq(mails.name, name));
  return (await db().$count(mails, own)) > 0;
}

/** Posts a form with a file, as a browser without a script does. */
export async function upload(
  story: Pick<Story, 'url'>,
  visitor: Visitor,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string | File> = {},
  name = 'results.csv',
): Promise<Answered> {
  const form = new FormData();
  for (const [key, value] of Object.entries({ intent: 'upload', product: '', ...fields })) {
    form.set(key, value);
  }
  form.set('file', new Blob([content], { type: 'text/csv' }), name);
  const response = await fetch(`${story.url}/admin/results`, {
    method: 'POST',
    headers: {
      'X-Forwarded-For': visitor.address,
      Accept: 'text/html',
      ...(visitor.cookie ? { Cookie: visitor.cookie } : {}),
    },
    body: form,
    redirect: 'manual',
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

/** What a page's HTML says, without its tags. */
export function textOf(html: string): string {
  return (
    html
      .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ')
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      // An element of its own beside it is no word of its own.
      .replaceAll(/ (?=[,:;])/g, '')
  );
}

/** What a preview asks to be confirmed, as its boxes send it. */
export function confirmedIn(html: string): string[] {
  return [...html.matchAll(/<input[^>]*name="confirm"[^>]*value="([^"]*)"/g)].map(([, key = '']) =>
    key
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

/** The value of a hidden field of a page. */
export function hiddenIn(html: string, name: string): string {
  const [input = ''] = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`)) ?? [];
  const value = /value="([^"]*)"/.exec(input)?.[1];
  if (value === undefined) throw new Error(`no field ${name}`);
  return value;
}

/** What somebody types who has the laboratory's paper before them. */
export async function typedFor(uploadId: string): Promise<Record<string, string>> {
  const stored = await findUpload(uploadId);
  const preview = await previewSamples(stored?.content ?? '', stored?.aboutProductId ?? undefined);
  const cells = preview.ok ? cellsToType(uploadId, preview.written, preview) : [];
  return Object.fromEntries(cells.map(({ name, text }) => [name, text]));
}

/** Uploads a file and opens its preview. */
export async function seePreview(
  story: Pick<Story, 'url'>,
  one: Visitor,
  file: string,
  product: string | number = '',
) {
  const { status, headers } = await upload(story, one, file, { product: String(product) });
  if (status !== 303) throw new Error(`the upload answered ${status}`);
  const path = headers.get('location') ?? '';
  const body = (await one.page(path)).body as string;
  return { path, body, shown: textOf(body) };
}

/** Presses the preview's button. */
export async function publishSeen(
  one: Visitor,
  { body: seen, path }: { body: string; path: string },
  more: Record<string, string | readonly string[]> = {},
) {
  const field = (name: string) => hiddenIn(seen, name);
  const fields = ['upload', 'sha256', 'fingerprint'].map((name) => [name, field(name)]);
  const typed = await typedFor(field('upload'));
  const confirm = confirmedIn(seen);
  const form = { intent: 'publish', confirm, ...Object.fromEntries(fields), ...typed, ...more };
  const { status, body } = await one.page(path, form);
  return { status, shown: textOf(body), body: body as string };
}
