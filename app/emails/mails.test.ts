import { randomUUID } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { REFUND_REASONS, type RefundReason } from '#app/funding/transfers/refund-reasons.ts';
import { renderMail } from './send-mails.server.ts';
import { oneLine } from './words.ts';
import { db } from '#app/database/db.server.ts';
import { RESTORED_CURSOR } from '#app/database/cursor.server.ts';
import {
  contributions,
  cursors,
  emailSubscriptions,
  orders,
  products,
  refunds,
  subscriptions,
} from '#db/schema.ts';
import { aFollow } from '#test/support/topics.ts';
import { anOrder, aShareOf, changeProduct, addRows, changeRows } from '#test/support/gifts.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { environmentNow } from '#test/support/story.ts';

useDatabase({ SITE_URL: 'https://assay.example' });
allowMadeUpMoney();

const EVIL = `Soup <script>alert(1)</script> & "more"`;
const NOTHING_TO_SAY = { withheld: 'there is nothing left to say' };
const toEmail = 'reader@example.com';
let at = 3001;

/** A paid order with one share for a product; `excessCents` of it go back. */
async function aPayment(kind = 'funding', { amountCents = 5_000, excessCents = 0 } = {}) {
  const [product] = await addRows(products, { id: at++, name: EVIL, searchText: 'soup' });
  const paidAt = new Date('2026-07-20T12:00:00Z');
  const order = await anOrder({ kind, status: 'paid', amountCents, email: toEmail, paidAt });
  const isGift = !['funding', 'submission'].includes(kind);
  const of = { productId: isGift ? null : product!.id, stripePaymentId: 'pi_1' };
  const shares = [await aShareOf(order, { ...of, amountCents: amountCents - excessCents })];
  if (excessCents) {
    const excess = { amountCents: excessCents, status: 'refund_pending', isExcess: true };
    shares.push(await aShareOf(order, { ...of, ...excess }));
  }
  return { product: product!, order, share: shares[0]!, shares };
}

async function written(name: string, params: Record<string, string | number>) {
  const mail = await renderMail({ name, params, toEmail });
  if (!('html' in mail)) throw new Error(JSON.stringify(mail));
  for (const part of [mail.html, mail.text, mail.subject]) {
    expect(part).not.toMatch(/undefined|NaN|\[object/);
    expect(part).not.toMatch(/tax.deductible/i);
  }
  expect(mail.html).not.toContain('<script>');
  expect(mail.subject).not.toMatch(/[\r\n]/);
  return { ...mail, text: mail.text.replaceAll(/\s+/g, ' ') };
}

describe('after a restore', () => {
  const SECOND = 'You may have had this email before';
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const textOf = async (name: string, orderId: string, createdAt: Date) => {
    const mail = await renderMail({ name, params: { orderId }, toEmail, createdAt });
    return 'text' in mail ? mail.text.replaceAll(/\s+/g, ' ') : '';
  };
  afterAll(() => db().delete(cursors));

  it('what was queued before all was known again may have been sent, and says so', async () => {
    const { order } = await aPayment('funding', { amountCents: 8_000, excessCents: 3_000 });
    expect(await textOf('excess', order.id, minutesAgo(15))).not.toContain(SECOND);
    await addRows(cursors, { name: RESTORED_CURSOR, reached: minutesAgo(10) });
    for (const name of ['receipt', 'excess']) {
      expect(await textOf(name, order.id, minutesAgo(15))).toContain(SECOND);
      expect(await textOf(name, order.id, minutesAgo(5))).not.toContain(SECOND);
    }
  });

  it('what is of an order that was lost says so, too', async () => {
    const { order } = await aPayment('funding', { amountCents: 8_000, excessCents: 3_000 });
    await db().update(orders).set({ adoptedAt: new Date() }).where(eq(orders.id, order.id));
    expect(await textOf('receipt', order.id, new Date())).toContain(SECOND);
  });
});

describe('a receipt', () => {
  it('names amounts, products, the day, and how refunds work', async () => {
    const { order, product } = await aPayment('funding', { amountCents: 12_345 });
    const mail = await written('receipt', { orderId: order.id });
    expect(mail.subject).toBe('Receipt for your contribution: $123.45');
    for (const sentence of [
      'July 20, 2026',
      'within 365 days',
      'refunded automatically',
      'not a tax receipt',
      'https://assay.example/view-contributions',
      EVIL,
      `https://assay.example/product/${product.id}`,
    ]) {
      expect(mail.text).toContain(sentence);
    }
    expect(mail.html).toContain('Soup &lt;script&gt;');
  });

  it('says what was more than needed', async () => {
    const { order } = await aPayment('funding', { amountCents: 8_000, excessCents: 3_000 });
    const receipt = await written('receipt', { orderId: order.id });
    expect(receipt.text).toMatch(/so this is refunded/);
    const excess = await written('excess', { orderId: order.id });
    expect(excess.subject).toBe('$30 of your payment will be refunded');
    expect(excess.text).toContain('others funded the same product');
  });

  it('says why a part goes back by what was noted then, whatever became of its product since', async () => {
    const { order, product, shares } = await aPayment('funding', {
      amountCents: 8_000,
      excessCents: 3_000,
    });
    const { id } = shares.find(({ isExcess }) => isExcess)!;
    const noted = async (reason: RefundReason) => {
      await db().delete(refunds).where(eq(refunds.id, id));
      const owed = { orderId: order.id, contributionId: id, paymentIntentId: 'pi_1' };
      await addRows(refunds, { ...owed, id, amountCents: 3_000, reason });
    };
    await noted('excess');
    await changeProduct(product.id, { removedAt: new Date(), removedReason: 'untestable' });
    // Others had filled it before it was taken off the list.
    const some = await written('excess', { orderId: order.id });
    expect(some.text).toContain('others funded the same product');
    await noted('excess_won');
    const won = await written('excess', { orderId: order.id });
    expect(won.text.replaceAll(/\s+/g, ' ')).toContain(
      'a bank returned an earlier payment that had been disputed',
    );
    await noted('excess_removed');
    const { text } = await written('excess', { orderId: order.id });
    expect(text).toContain('While you were paying, the product was taken off the list.');
    expect(text).not.toMatch(/others funded|needed/);
    expect((await written('receipt', { orderId: order.id })).text).not.toContain('needed');
  });

  it('says why part of a payment goes back after two entries were made one', async () => {
    const { order, product, shares } = await aPayment('funding', {
      amountCents: 8_000,
      excessCents: 3_000,
    });
    const params = { orderId: order.id, contributionIds: shares[1]!.id };
    expect(await renderMail({ name: 'merged-excess', params, toEmail })).toEqual(NOTHING_TO_SAY);
    await changeRows(contributions, eq(contributions.id, shares[1]!.id), {
      paidForProductId: product.id,
    });
    const mail = await written('merged-excess', params);
    expect(mail.subject).toBe('$30 of your payment will be refunded');
    expect(mail.text).toContain('a product that was listed twice');
    expect(mail.text).toContain(`Its page is https://assay.example/product/${product.id}`);
    expect(mail.html).toContain('Part of your payment will be refunded');
    // What another merge sends back of the same payment is told in its own letter.
    const own = eq(products.id, product.id);
    const { product: duplicate } = await aPayment();
    const [other] = await addRows(contributions, {
      ...shares[1]!,
      id: randomUUID(),
      amountCents: 5_000,
      paidForProductId: duplicate.id,
    });
    expect((await written('merged-excess', params)).subject).toContain('$30 of');
    const both = { ...params, contributionIds: `${shares[1]!.id},${other!.id}` };
    const whole = await written('merged-excess', both);
    expect(whole.subject).toBe('Your payment of $80 will be refunded');
    expect(whole.html).not.toContain('Part of your payment');
    await db().update(products).set({ testingBegunAt: new Date() }).where(own);
    const begun = await written('merged-excess', params);
    expect(begun.text).toContain('its first sample has been bought');
    await db().update(products).set({ testingStatus: 'Tested' }).where(own);
    const tested = await written('merged-excess', params);
    expect(tested.text).toContain('has already been tested');
    expect(`${begun.text}${tested.text}`).not.toContain('Its page is');
  });

  it.each([
    ['donation', 'Receipt for your donation: $50', 'is not refunded automatically'],
    ['subscription', 'Receipt for your monthly donation: $50', 'cancel your monthly donation'],
    ['renewal', 'Receipt for your monthly donation: $50', 'cancel your monthly donation'],
    ['submission', 'Receipt for your contribution: $50', 'The product is listed on the site'],
  ])('of a %s says so', async (kind, subject, sentence) => {
    const { order } = await aPayment(kind);
    const mail = await written('receipt', { orderId: order.id });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
    if (kind !== 'submission') expect(mail.text).not.toContain('365 days');
    const managed = kind === 'subscription' || kind === 'renewal';
    expect(mail.html.includes('href="https://assay.example/donate"')).toBe(managed);
  });
});

describe('mails about refunds', () => {
  let refundId: string;

  /** A refund of a payment's share, or of the payment itself. */
  async function aRefund(reason: RefundReason, contributionId: string | null, orderId: string) {
    const [row] = await addRows(refunds, {
      id: contributionId ?? orderId,
      orderId,
      contributionId,
      paymentIntentId: 'pi_1',
      amountCents: 5_000,
      reason,
      note: 'for administrators only',
    });
    return row!.id;
  }

  beforeEach(async () => {
    const { order, share } = await aPayment();
    refundId = await aRefund('unfunded_365_days', share.id, order.id);
  });

  it('say how much, for what, why, and when it arrives, never the note', async () => {
    const mail = await written('refund-receipt', { refundId });
    expect(mail.subject).toBe('Your refund of $50');
    expect(mail.text).toContain('did not reach its goal within 365 days');
    expect(mail.text).toContain('5 to 10 business days');
    expect(mail.text).toContain('no longer counts toward the product’s goal');
    expect(mail.html).not.toContain('for administrators only');
  });

  it.each(Object.keys(REFUND_REASONS) as RefundReason[])('give the reason %s', async (reason) => {
    const { order, share } = await aPayment();
    const params = { refundId: await aRefund(reason, share.id, order.id) };
    for (const name of ['refund-receipt', 'refund-failed']) {
      expect((await written(name, params)).text).toContain(REFUND_REASONS[reason]);
    }
  });

  it('say nothing of goals where the money never counted, or was for no product', async () => {
    const { order, product, shares } = await aPayment('funding', {
      amountCents: 8_000,
      excessCents: 3_000,
    });
    const excess = await aRefund('excess', shares[1]!.id, order.id);
    const mail = await written('refund-receipt', { refundId: excess });
    expect(mail.text).toContain('was never part of it');
    const own = eq(contributions.id, shares[1]!.id);
    await db().update(contributions).set({ paidForProductId: product.id }).where(own);
    const merged = await written('refund-receipt', { refundId: excess });
    expect(merged.text).toContain('It counted toward a second entry for the product');
    expect(merged.text).not.toContain('never part of it');
    const whole = await aRefund('review', null, order.id);
    expect((await written('refund-receipt', { refundId: whole })).text).not.toMatch(/goal|page/);
  });

  it('do not lead to a product that was taken off the list', async () => {
    const { order, share, product } = await aPayment();
    const params = { refundId: await aRefund('removed', share.id, order.id) };
    const address = `https://assay.example/product/${product.id}`;
    expect((await written('refund-receipt', params)).html).toContain(address);
    await db().update(products).set({ removedAt: new Date(), removedReason: 'removed' });
    const mail = await written('refund-receipt', params);
    expect(mail.text).toContain(EVIL);
    expect(mail.html).not.toContain(address);
  });

  it('admit that one has failed and is owed still', async () => {
    const mail = await written('refund-failed', { refundId });
    expect(mail.text.match(/still (?:owe|yours)/g)).toEqual(['still owe']);
    expect(mail.text).not.toContain('reply to this email');
  });
});

describe('the warning before a refund', () => {
  it('names the day and what is missing', async () => {
    const { share } = await aPayment();
    const mail = await written('refund-upcoming', { contributionId: share.id });
    expect(mail.text).toContain('July 20, 2027');
    expect(mail.text).toContain('still needs $1,275');
    expect(mail.subject).toMatch(/^\$50 for Soup .* will be refunded on July 20, 2027/);
  });

  it('asks nobody to recruit for what is hidden', async () => {
    const { share, product } = await aPayment();
    const params = { contributionId: share.id };
    expect((await written('refund-upcoming', params)).text).toContain('share its page');
    const own = eq(products.id, product.id);
    await db().update(products).set({ hiddenAt: new Date() }).where(own);
    const mail = await written('refund-upcoming', params);
    expect(mail.text).toContain('hidden while we look into it');
    expect(mail.html).not.toContain('share its page');
  });

  it.each([
    ['it went back', () => db().update(contributions).set({ status: 'refunded' })],
    ['the goal was reached', () => db().update(products).set({ raisedCents: 127_500 })],
    [
      'testing has begun',
      () => changeRows(products, isNull(products.testingBegunAt), { testingBegunAt: new Date() }),
    ],
  ])('falls away where %s', async (_, happens) => {
    const { share } = await aPayment();
    await happens();
    const params = { contributionId: share.id };
    const mail = await renderMail({ name: 'refund-upcoming', params, toEmail });
    expect(mail).toEqual(NOTHING_TO_SAY);
  });
});

describe('other mails', () => {
  it('tell of a goal, a failed renewal, an end, and lead to the portal', async () => {
    const { product, order } = await aPayment('subscription');
    await addRows(subscriptions, {
      id: 'sub_1',
      orderId: order.id,
      customerId: 'cus_1',
      email: toEmail,
      emailNormalised: toEmail,
      amountCents: 2_000,
      status: 'active',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: new Date('2026-08-20T12:00:00Z'),
    });
    await addRows(emailSubscriptions, aFollow(`product:${product.id}`, toEmail));
    const goal = await written('goal-reached', { productId: product.id });
    expect(goal.subject).toMatch(/^Goal reached: Soup <script>/);
    const params = { subscriptionId: 'sub_1', invoiceId: 'in_1' };
    expect((await written('renewal-failed', params)).text).toContain('$20');
    expect((await written('subscription-ending', params)).text).toContain('August 20, 2026');
    await db().update(subscriptions).set({ endedAt: new Date() });
    expect((await written('subscription-ended', params)).text).toContain('has ended');
    await db().update(subscriptions).set({ cancelAtPeriodEnd: false, endedAt: null });
    const ending = await renderMail({ name: 'subscription-ending', params, toEmail });
    expect(ending).toEqual(NOTHING_TO_SAY);
    const link = await written('manage-link', { email: toEmail });
    expect(link.text).toMatch(/https:\/\/assay\.example\/donate\/manage\?token=[\w-]{43}/);
  });

  it('are not written about what is gone, and not under a name that nobody knows', async () => {
    const params = { orderId: randomUUID() };
    expect(await renderMail({ name: 'receipt', params, toEmail })).toEqual(NOTHING_TO_SAY);
    await expect(renderMail({ name: 'recipt', params, toEmail })).rejects.toThrow(/No mail/);
  });
});

describe('with a support address', () => {
  beforeAll(() => void configure({ ...environmentNow(), SUPPORT_EMAIL: 'help@assay.example' }));
  afterAll(() => void configure({ ...environmentNow(), SUPPORT_EMAIL: '' }));

  it('every mail says where to write', async () => {
    const { order } = await aPayment();
    const mail = await written('receipt', { orderId: order.id });
    expect(mail.html).toContain('mailto:help@assay.example');
    expect(mail.text).toContain('help@assay.example');
  });
});

describe('the plain text', () => {
  it('sets names and amounts side by side', async () => {
    const { order } = await aPayment();
    const mail = await renderMail({ name: 'receipt', params: { orderId: order.id }, toEmail });
    if (!('html' in mail)) throw new Error(JSON.stringify(mail));
    expect(mail.text).toMatch(/^Soup <script>alert\(1\)<\/script> & "more" {3,}\$50$/m);
    expect(mail.text).toMatch(/^Total paid {3,}\$50$/m);
  });
});

describe('a subject', () => {
  it.each([
    ['two\r\nlines', 80, 'two lines'],
    ['  spaces \t and \u202Emirrors', 80, 'spaces and mirrors'],
    ['x'.repeat(90), 10, `${'x'.repeat(9)}…`],
  ])('of %j is one line', (text, characters, expected) => {
    expect(oneLine(text, characters)).toBe(expected);
  });
});
