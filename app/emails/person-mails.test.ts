import { chemicals, headerName } from '#app/toxicology/chemicals.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from './send-mails.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { db } from '#app/database/db.server.ts';
import { mailboxOf, setStopped } from '#app/mail/mailbox.server.ts';
import {
  emailSubscriptions,
  labMeasurements,
  labSamples,
  mailboxes,
  products,
  refundRequests,
  storedChemicals,
  testedProducts,
  testedRatings,
  testEndings,
} from '#db/schema.ts';
import { aFollow, anOff, aSignUp } from '#test/support/topics.ts';
import { anOrder, aShareOf, changeProduct, addRows, changeRows } from '#test/support/gifts.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';

useDatabase({ SITE_URL: 'https://assay.example' });
allowMadeUpMoney();

const ODD = `Käse “100 %” <img src=x onerror=alert(1)> & Sons\u202E\r\nBcc: all@example.com`;
let reader = '';
let toEmail = '';
let at = 0;

beforeEach(() => {
  reader = `reader${++at}@example.com`;
  toEmail = reader.toUpperCase();
});

type Params = Record<string, string | number>;

/** A mail as it leaves, checked for what no mail may have. */
async function written(name: string, params: Params = {}) {
  const mail = await renderMail({ name, params, toEmail });
  if (!('html' in mail)) throw new Error(JSON.stringify(mail));
  for (const part of [mail.html, mail.text, mail.subject]) {
    expect(part).not.toMatch(/undefined|NaN|\[object/);
  }
  expect(mail.html).not.toMatch(/<img|<script|class="noscript/);
  expect(mail.subject).not.toMatch(/[\r\n\u202E]/);
  for (const line of mail.text.split('\n')) {
    if (!line.includes('https://')) expect(line.length).toBeLessThanOrEqual(78);
  }
  return { ...mail, lines: mail.text, text: mail.text.replaceAll(/\s+/g, ' ') };
}

/** A product that the reader follows. */
async function aProduct(name = ODD) {
  const values = { id: 4000 + ++at, name, searchText: 'cheese', raisedCents: 127_500 };
  const [product] = await db().insert(products).values(values).returning();
  await addRows(emailSubscriptions, aFollow(`product:${product!.id}`, toEmail));
  return product!;
}

/** A product that was funded has $275 less, and what is left of it was given long ago. */
async function loseGoal(productId: number) {
  const own = eq(products.id, productId);
  await db().update(products).set({ raisedCents: 100_000, fellAt: new Date() }).where(own);
  const email = 'giver@example.com';
  const order = await anOrder({ amountCents: 100_000, status: 'paid', email });
  const days = { paidAt: new Date('2026-07-20'), refundToldAt: new Date('2099-07-06') };
  await aShareOf(order, { productId, ...days });
}

describe('a code', () => {
  beforeEach(() => void (toEmail = reader));

  it('stands alone on its line, is spelled out, and says how long it works', async () => {
    await mailboxOf(reader);
    const mail = await written('verification-code', { browserHash: 'a browser' });
    expect(mail.subject).toBe('Your code');
    const [code] = /^[A-Z0-9]{6}$/m.exec(mail.lines) ?? [];
    expect(code).toBeDefined();
    expect(mail.html).toContain(`>${code}</p>`);
    const spelled = /One by one: ([^.]+)\./.exec(mail.text)?.[1] ?? '';
    expect(spelled.replaceAll(/ \([a-z ]+\)|, /g, '')).toBe(code);
    for (const sentence of ['30 minutes, once', 'five wrong tries', 'in the browser that asked']) {
      expect(mail.text).toContain(sentence);
    }
    expect(mail.headers).toBeUndefined();
  });

  it('is not shown by a preview, which a locked telephone shows to everybody', async () => {
    await mailboxOf(reader);
    const { html, lines } = await written('verification-code', { browserHash: 'a browser' });
    const [code] = /^[A-Z0-9]{6}$/m.exec(lines) ?? [];
    const preview = html.slice(html.indexOf('<body'), html.indexOf('<h1'));
    expect(preview).toContain('It works for 30 minutes, once.');
    expect(preview).not.toContain(code);
  });

  it('is not mailed where nothing is stored, which the letter says', async () => {
    const { subject, lines } = await written('verification-code', { browserHash: 'a browser' });
    expect(subject).toBe('Nothing is stored under this address');
    expect(lines).not.toMatch(/^[A-Z0-9]{6}$/m);
  });
});

describe('the letter about a second factor', () => {
  const at = '2026-11-21T18:04:05.000Z';

  it.each([
    ['on', 'Your second factor was turned on', 'takes a code from your authenticator app'],
    ['off', 'Your second factor was turned off', 'the emailed link alone'],
    ['codes', 'You have new recovery codes', 'no longer work'],
  ])('says what became of it, when, and what to do: %s', async (change, subject, what) => {
    const mail = await written('second-factor-changed', { change, at });
    expect(mail.subject).toBe(subject);
    for (const sentence of [what, 'on 2026-11-21 at 18:04 UTC', 'Wasn’t this you?']) {
      expect(mail.text).toContain(sentence);
    }
    expect(mail.html).toContain('href="https://assay.example/admin/account"');
  });

  it('is not written of anything else', async () => {
    const params = { change: 'x', at };
    const mail = await renderMail({ name: 'second-factor-changed', params, toEmail });
    expect(mail).toHaveProperty('withheld');
  });
});

describe('the letter that confirms a subscription', () => {
  it('leads to a page and not to a call, and says what happens without it', async () => {
    await db().insert(emailSubscriptions).values(aSignUp(toEmail));
    const mail = await written('confirm-subscription');
    const { token } = await mailboxOf(reader);
    expect(mail.html).toContain(`href="https://assay.example/email/confirm?token=${token}"`);
    expect(mail.text).toContain(`https://assay.example/email/confirm?token=${token}`);
    expect(mail.text).toContain('deleted after 30 days');
    expect(mail.text).toContain('Do nothing');
  });

  it('is not written again once that has happened', async () => {
    await db().insert(emailSubscriptions).values(aSignUp(toEmail, new Date()));
    const mail = await renderMail({ name: 'confirm-subscription', params: {}, toEmail });
    expect(mail).toHaveProperty('withheld');
  });
});

describe('letters about a product', () => {
  const letters = [
    ['goal-reached', /^Goal reached: Käse/, ['$1,275 has been raised']],
    [
      'testing-begun',
      /^First sample bought: Käse/,
      ['The first sample of', 'within 4–6 weeks', 'can no longer be refunded'],
    ],
    [
      'testing-ended',
      /^Testing has ended without results: Käse/,
      ['The reason: It burst.', 'it is not refunded', 'See where the money went'],
    ],
    [
      'second-chance',
      /^Käse .* needs \$275 more to be tested$/,
      ['reached its goal', 'needs $275 more', 'by July 20, 2099', '365 days old'],
    ],
    ['results-published', /^The results are in: Käse/, ['Read the results', 'for everyone']],
  ] as const;

  it.each(letters)(
    '%s: what it says, why it came, and how to stop it',
    async (name, to, outcome) => {
      const { id: productId } = await aProduct();
      await addRows(testEndings, { productId, reason: 'It burst.', endedAt: new Date() });
      if (name === 'second-chance') await loseGoal(productId);
      const mail = await written(name, { productId });
      expect(mail.subject).toMatch(to);
      for (const words of outcome) expect(mail.text).toContain(words);
      const { token } = await mailboxOf(reader);
      const choose = `https://assay.example/email/preferences?token=${token}`;
      const stop = `${choose}&from=product-${productId}`;
      expect(mail.text).toContain('You get this because you follow Käse “100 %”');
      expect(mail.text).toContain('Stop emails about Käse');
      for (const address of [choose, stop, `https://assay.example/product/${productId}`]) {
        expect(mail.lines).toContain(address);
        expect(mail.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
      }
      expect(mail.headers).toEqual({
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
    },
  );

  it('of results carries them: three words, with a figure beside each, one that the test can’t tell included', async () => {
    const { id: productId } = await aProduct('Oat Milk');
    const code = { originalId: productId, productId };
    const what = { name: 'Oat Milk', tags: [], servingSizeG: 240, searchText: 'oat milk' };
    await addRows(testedProducts, { ...code, ...what });
    const rated = (family: string, risk: string, [lower, best, upper]: number[]) => ({
      original_id: productId,
      family,
      risk,
      lower_percent: lower,
      tdi_percent: best,
      upper_percent: upper,
      limit_unseen: false,
      samples_disagree: false,
      above_range: false,
    });
    await addRows(testedRatings, [
      rated('phthalates', 'Low', [0.51, 0.51, 0.51]),
      rated('bisphenols', 'Low', [0, 0, 2_400]),
      rated('substitutes', 'High', [411, 411, 411]),
    ]);
    const [sample] = await addRows(labSamples, {
      sampleId: `oat ${productId}`,
      testedProductId: productId,
    });
    const cells: Record<string, string> = { dehp: '15', bpa: '<0.28', deht: '240000' };
    for (const key of ['dbp', 'bbp', 'dinp', 'bps', 'bpf', 'deha', 'dinch']) cells[key] = '0';
    await db()
      .insert(storedChemicals)
      .values(chemicals.map((one) => ({ ...one, headerName: headerName(one) })))
      .onConflictDoNothing();
    await addRows(
      labMeasurements,
      Object.entries(cells).map(([chemicalKey, reported]) => ({
        labSampleId: sample!.id,
        chemicalKey,
        reported,
        status: reported.startsWith('<') ? 'below_loq' : 'ok',
        valueNgG: Number(reported.replace('<', '')),
      })),
    );
    const mail = await written('results-published', { productId });
    const lines = [
      'Substitutes: high, above the European limit for DEHT.',
      'Phthalates: Low, 1/190 of the European limit (0.51%)',
      'Bisphenols: none found; this test could have missed up to 24 times the European BPA limit, all counted as BPA',
      'Substitutes: High, about 4.1 times the European DEHT limit',
      'the EPA’s reference dose of 1988',
      'For a child of 31 lb (14 kg)',
      `https://assay.example/plasticlist/${productId}`,
    ];
    for (const line of lines) expect(mail.text).toContain(line);
    const html = mail.html.replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ');
    for (const line of lines) expect(html).toContain(line);
  });

  it('of results call a family without a result not tested, in both of their forms', async () => {
    const { id: productId } = await aProduct('Rice Milk');
    const what = { name: 'Rice Milk', tags: [], servingSizeG: 240, searchText: 'rice milk' };
    await addRows(testedProducts, { originalId: productId, productId, ...what });
    const untested = (family: string) => ({
      original_id: productId,
      family,
      risk: 'None',
      lower_percent: 0,
      tdi_percent: 0,
      upper_percent: 0,
      limit_unseen: false,
      samples_disagree: false,
      above_range: false,
    });
    await addRows(testedRatings, ['phthalates', 'bisphenols', 'substitutes'].map(untested));
    const mail = await written('results-published', { productId });
    for (const form of [mail.text, mail.html.replaceAll('<!-- -->', '')]) {
      expect(form).toContain('Bisphenols: Not tested');
      expect(form).not.toMatch(/\bNone\b/);
    }
  });

  it('name a product in characters of any script, and as text', async () => {
    const { id: productId } = await aProduct('焼き海苔 <b>“Ωmega”</b> & שמן');
    const mail = await written('results-published', { productId });
    expect(mail.subject).toBe('The results are in: 焼き海苔 <b>“Ωmega”</b> & שמן');
    expect(mail.text).toContain('焼き海苔 <b>“Ωmega”</b> & שמן');
    expect(mail.html).not.toContain('<b>“Ωmega');
  });

  it.each([
    [
      'it was taken off the list',
      'there is nothing left to say',
      () => db().update(products).set({ removedAt: new Date(), removedReason: 'removed' }),
    ],
    [
      'the reader stopped hearing of it',
      'there is nothing left to say',
      (productId: number) => addRows(emailSubscriptions, anOff(`product:${productId}`, reader)),
    ],
    [
      'the reader follows it no more',
      'there is nothing left to say',
      (productId: number) =>
        db()
          .delete(emailSubscriptions)
          .where(eq(emailSubscriptions.topic, `product:${productId}`)),
    ],
    [
      'the reader stopped everything',
      'its owner does not want this kind of email',
      () => setStopped(reader, true),
    ],
    [
      'the mailbox is gone',
      'the mailbox does not exist',
      () => db().update(mailboxes).set({ bouncedAt: new Date(), bounceReason: '550' }),
    ],
  ])('stay where %s', async (_, withheld, happens) => {
    const { id: productId } = await aProduct();
    await mailboxOf(reader);
    await written('testing-begun', { productId });
    await happens(productId);
    const mail = await renderMail({ name: 'testing-begun', params: { productId }, toEmail });
    expect(mail).toEqual({ withheld });
  });
});

describe('the letter about a refund that is not made', () => {
  async function aRequest(note: string | null, { status = 'declined', isGift = false } = {}) {
    const product = await aProduct();
    const kind = isGift ? 'donation' : 'funding';
    const order = await anOrder({ kind, status: 'paid', amountCents: 2_550, email: toEmail });
    const share = await aShareOf(order, { productId: isGift ? null : product.id });
    const [request] = await addRows(refundRequests, {
      contributionId: share.id,
      status,
      note,
      reason: 'for the administrator alone',
    });
    return { requestId: request!.id, product };
  }

  it('gives the administrator’s words, in their lines, and the rule that stays true', async () => {
    const note = 'The shop has <b>sold</b> us the first one.\n\nYou can see it on the page.';
    const { requestId, product } = await aRequest(note);
    const mail = await written('refund-declined', { requestId });
    expect(mail.subject).toBe('About the refund of $25.50 that you requested');
    expect(mail.lines).toMatch(/^The shop has <b>sold<\/b> us the first one\.$/m);
    expect(mail.lines).toMatch(/^You can see it on the page\.$/m);
    expect(mail.html).not.toContain('<b>sold');
    expect(mail.html).toContain(`https://assay.example/product/${product.id}`);
    expect(mail.text).toContain('within 365 days of your payment');
    expect(mail.text).not.toContain('for the administrator alone');
    expect(mail.headers).toBeUndefined();
  });

  it.each([null, ' \n '])('announces no words where there are none: %j', async (note) => {
    const { requestId } = await aRequest(note);
    expect((await written('refund-declined', { requestId })).text).toMatch(
      /decided against it\. (?!In their)/,
    );
  });

  it('says that testing has begun where that is why, and promises nothing', async () => {
    const { requestId, product } = await aRequest(null);
    const begun = { testingBegunAt: new Date(), testingStatus: 'Testing in Progress' };
    await changeProduct(product.id, { ...begun, raisedCents: 0 });
    const { text } = await written('refund-declined', { requestId });
    expect(text).toContain('The first sample has been bought since');
    expect(text).not.toMatch(/administrator|automatically/);
  });

  it('confirms a request with the day by which it is decided, until it is', async () => {
    const { requestId } = await aRequest(null, { status: 'open' });
    const { requestedAt } = (
      await db().select().from(refundRequests).where(eq(refundRequests.id, requestId))
    )[0]!;
    const mail = await written('refund-asked', { requestId });
    expect(mail.subject).toBe('Your request for a refund of $25.50');
    const due = new Date(requestedAt.getTime() + 14 * 86_400_000);
    expect(mail.text).toContain(`An administrator decides by ${dayText(due)}, and we email you`);
    expect(mail.html).toContain('https://assay.example/view-contributions');
    await changeRows(refundRequests, eq(refundRequests.id, requestId), {
      status: 'declined',
      decidedAt: new Date(),
    });
    const later = { name: 'refund-asked', params: { requestId }, toEmail };
    expect(await renderMail(later)).toHaveProperty('withheld');
  });

  it('promises nothing about money that was for no product', async () => {
    const { requestId } = await aRequest('No.', { isGift: true });
    expect((await written('refund-declined', { requestId })).text).not.toContain('365');
  });

  it('stays where the administrator has thought again', async () => {
    const { requestId } = await aRequest('No.', { status: 'granted' });
    const mail = await renderMail({ name: 'refund-declined', params: { requestId }, toEmail });
    expect(mail).toHaveProperty('withheld');
  });

  it('is sent though its reader stopped everything: it is about their money', async () => {
    const { requestId } = await aRequest('No.');
    await mailboxOf(reader);
    await setStopped(reader, true);
    await written('refund-declined', { requestId });
  });
});
