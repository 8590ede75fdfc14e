import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from '#app/mailing/send-mails.server.ts';
import { oneLine } from '#app/mailing/words.ts';
import { db } from '#app/platform/db.server.ts';
import { contributions, orders, products, refunds, subscriptions } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase({ SITE_URL: 'https://assay.example' });

const EVIL = `Soup <script>alert(1)</script> & "more"`;
const toEmail = 'reader@example.com';
let at = 3001;

/** A paid order with one share for a product; `excessCents` of it go back. */
async function aPayment(kind = 'funding', { amountCents = 5_000, excessCents = 0 } = {}) {
  const [product] = await db()
    .insert(products)
    .values({ id: at++, name: EVIL, searchText: 'soup' })
    .returning();
  const [order] = await db()
    .insert(orders)
    .values({
      kind,
      status: 'paid',
      amountCents,
      returnUrl: 'https://assay.example',
      browserHash: '',
      addressHash: '',
      email: toEmail,
      expiresAt: new Date(),
      paidAt: new Date('2026-07-20T12:00:00Z'),
    })
    .returning();
  const isGift = !['funding', 'submission'].includes(kind);
  const share = {
    orderId: order!.id,
    productId: isGift ? null : product!.id,
    email: toEmail,
    emailNormalised: toEmail,
    stripePaymentId: 'pi_1',
    paidAt: new Date('2026-07-20T12:00:00Z'),
  };
  const rows = await db()
    .insert(contributions)
    .values([
      { ...share, amountCents: amountCents - excessCents, status: 'paid' },
      ...(excessCents
        ? [{ ...share, amountCents: excessCents, status: 'refund_pending', isExcess: true }]
        : []),
    ])
    .returning();
  return { product: product!, order: order!, share: rows[0]! };
}

async function written(name: string, params: Record<string, string | number>) {
  const mail = await renderMail({ name, params, toEmail });
  if (!mail) throw new Error('nothing was written');
  for (const part of [mail.html, mail.text, mail.subject]) {
    expect(part).not.toMatch(/undefined|NaN|\[object/);
    expect(part).not.toMatch(/tax.deductible/i);
  }
  expect(mail.html).not.toContain('<script>');
  expect(mail.subject).not.toMatch(/[\r\n]/);
  return { ...mail, text: mail.text.replaceAll(/\s+/g, ' ') };
}

describe('a receipt', () => {
  it('names amounts, products, the day, and how refunds work', async () => {
    const { order, product } = await aPayment('funding', { amountCents: 12_345 });
    const mail = await written('receipt', { orderId: order.id });
    expect(mail.subject).toBe('Receipt for your contribution: $123.45');
    for (const said of [
      'July 20, 2026',
      'within 365 days',
      'refunded automatically',
      'not a tax receipt',
      EVIL,
      `https://assay.example/product/${product.id}`,
    ]) {
      expect(mail.text).toContain(said);
    }
    expect(mail.html).toContain('Soup &lt;script&gt;');
  });

  it('says what was more than needed', async () => {
    const { order } = await aPayment('funding', { amountCents: 8_000, excessCents: 3_000 });
    const receipt = await written('receipt', { orderId: order.id });
    expect(receipt.text).toMatch(/this goes back to you/);
    const excess = await written('excess', { orderId: order.id });
    expect(excess.subject).toBe('$30 of your payment goes back to you');
    expect(excess.text).toContain('others funded the same product');
  });

  it.each([
    ['donation', 'Receipt for your donation: $50', 'is not refunded automatically'],
    ['subscription', 'Receipt for your monthly donation: $50', 'cancel your monthly donation'],
    ['renewal', 'Receipt for your monthly donation: $50', 'cancel your monthly donation'],
    ['submission', 'Receipt for your contribution: $50', 'the product is listed on the site'],
  ])('of a %s says so', async (kind, subject, said) => {
    const { order } = await aPayment(kind);
    const mail = await written('receipt', { orderId: order.id });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(said);
    if (kind !== 'submission') expect(mail.text).not.toContain('365 days');
  });
});

describe('mails about refunds', () => {
  let refundId: string;

  beforeEach(async () => {
    const { order, share } = await aPayment();
    refundId = share.id;
    await db().insert(refunds).values({
      id: share.id,
      orderId: order.id,
      contributionId: share.id,
      paymentIntentId: 'pi_1',
      amountCents: 5_000,
      reason: 'unfunded_365_days',
      note: 'for administrators only',
    });
  });

  it('say how much, for what, why, and when it arrives, never the note', async () => {
    const mail = await written('refund-receipt', { refundId });
    expect(mail.subject).toBe('Your refund of $50');
    expect(mail.text).toContain('did not reach its goal within 365 days');
    expect(mail.text).toContain('5 to 10 business days');
    expect(mail.html).not.toContain('for administrators only');
  });

  it('admit that one has failed and is owed still', async () => {
    const mail = await written('refund-failed', { refundId });
    expect(mail.text).toContain('The money is still yours');
  });
});

describe('the warning before a refund', () => {
  it('names the day and what is missing, and falls away with its reason', async () => {
    const { share } = await aPayment();
    const mail = await written('refund-upcoming', { contributionId: share.id });
    expect(mail.text).toContain('July 20, 2027');
    expect(mail.text).toContain('still needs $1,275');
    await db().update(contributions).set({ status: 'refunded' });
    const params = { contributionId: share.id };
    expect(await renderMail({ name: 'refund-upcoming', params, toEmail })).toBeUndefined();
  });
});

describe('other mails', () => {
  it('tell of a goal, a failed renewal, an end, and lead to the portal', async () => {
    const { product, order } = await aPayment('subscription');
    await db()
      .insert(subscriptions)
      .values({
        id: 'sub_1',
        orderId: order.id,
        customerId: 'cus_1',
        email: toEmail,
        emailNormalised: toEmail,
        amountCents: 2_000,
        status: 'active',
        currentPeriodEnd: new Date('2026-08-20T12:00:00Z'),
      })
      .onConflictDoNothing();
    const goal = await written('goal-reached', { productId: product.id });
    expect(goal.subject).toMatch(/^Goal reached: Soup <script>/);
    const params = { subscriptionId: 'sub_1', invoiceId: 'in_1' };
    expect((await written('renewal-failed', params)).text).toContain('$20');
    expect((await written('subscription-ending', params)).text).toContain('August 20, 2026');
    expect((await written('subscription-ended', params)).text).toContain('has ended');
    const link = await written('manage-link', { email: toEmail });
    expect(link.text).toMatch(/https:\/\/assay\.example\/donate\/manage\?token=[\w-]{43}/);
  });

  it('are not written about what is gone, and not under a name that nobody knows', async () => {
    const params = { orderId: randomUUID() };
    expect(await renderMail({ name: 'receipt', params, toEmail })).toBeUndefined();
    await expect(renderMail({ name: 'recipt', params, toEmail })).rejects.toThrow(/No mail/);
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
