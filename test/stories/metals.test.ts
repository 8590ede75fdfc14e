import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fundingStands } from '#app/catalogue/funding-words.ts';
import { textToShare } from '#app/funding/checkout/order-messages.ts';
import { createManageLink } from '#app/donations/manage-link.server.ts';
import { receiptFor } from '#app/contributions/receipt.server.ts';
import { listContributions } from '#app/contributions/list-contributions.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { moveOffer } from '#app/funding/moving/move-offer.server.ts';
import { renderMail } from '#app/emails/send-mails.server.ts';
import { productData } from '#app/catalogue/product-data.server.ts';
import { productMeta } from '#app/catalogue/product-meta.ts';
import { present } from '#app/kit/assert.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, mails, products } from '#db/schema.ts';
import { addFirstProducts } from '#cli/first-data.ts';
import { paysAt, pays, sharesOf } from '#test/support/books.ts';
import { rowNow, rowsWhere, changeRows } from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

/** What is never said of a test for metals. */
const OF_PLASTICS = /plastic|\$425|1,275|levels|phthalate|bisphenol/i;
const CLOSEST_METALS = 'closest:panel:metals';
const METALS = 'Whatever is closest to its goal, of tests for metals';
/** Rice of the starter catalogue, and its test for metals; and one of a product that PlasticList tested. */
const [RICE, RICE_METALS, FORMULA_METALS] = [1017, 1101, 1107];

const story = useStory({}, uncompiledPages);

beforeAll(async () => {
  await addFirstProducts();
});

const panelsOf = async (ids: (number | null)[]) => {
  const rows = await db()
    .select({ panel: products.panel })
    .from(products)
    .where(inArray(products.id, ids.map(Number)));
  return [...new Set(rows.map(({ panel }) => panel))];
};

/** Gives without naming a product, and says what it was put to. */
async function give(kind: 'donation' | 'subscription', amount: number, purpose?: string) {
  const visitor = new Visitor(story);
  const { body } = await visitor.post(`/api/create-${kind}-checkout`, { amount, purpose });
  const order = await paysAt(visitor, body.sessionId);
  return {
    order,
    sessionId: body.sessionId,
    ids: (await sharesOf(order.id)).map((s) => s.productId),
  };
}

async function hideMetals(isHidden: boolean) {
  await changeRows(products, eq(products.panel, 'metals'), { hiddenAt: isHidden ? now() : null });
}

/** What a person reads of a page. */
const words = (html: string) =>
  html
    .replaceAll(/<(script|style|footer|header|dialog)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');

async function page(path: string) {
  const { status, body } = await new Visitor(story).page(path);
  expect(status).toBe(200);
  return { html: body, main: words(/<main.*<\/main>/s.exec(body)?.[0] ?? '') };
}

describe('money that names no product', () => {
  it.each(['donation', 'subscription'] as const)(
    'by a %s goes to plastics tests, though each test for metals lacks less',
    async (kind) => {
      const { ids } = await give(kind, 30, 'closest');
      expect(await panelsOf(ids)).toEqual(['plastics']);
    },
  );

  it.each([
    ['donation', `Gift to whatever is closest to its goal, of tests for metals`],
    ['subscription', `Monthly gift to whatever is closest to its goal, of tests for metals`],
  ] as const)(
    'by a %s goes to tests for metals where its giver names them',
    async (kind, called) => {
      const { ids, sessionId } = await give(kind, 900, CLOSEST_METALS);
      expect(ids.length).toBeGreaterThan(1); // one completed, and the next begun
      expect(await panelsOf(ids)).toEqual(['metals']);
      const lines = await stripe().checkout.sessions.listLineItems(sessionId);
      expect(lines.data.map(({ description }) => description)).toEqual([called]);
    },
  );

  it('is offered for metals as long as one can be funded, and to whom it is for already', async () => {
    const donate = async () => (await page('/donate')).main;
    expect(await donate()).toContain(METALS);
    const email = 'monthly@example.org';
    await db().execute(sql`update subscriptions set email = ${email}, email_normalised = ${email}
      where purpose = ${CLOSEST_METALS}`);
    await hideMetals(true);
    onTestFinished(() => hideMetals(false));
    await expect.poll(donate).not.toContain(METALS);
    const own = await new Visitor(story).post('/api/monthly-donations', {
      token: new URL(await createManageLink(email)).searchParams.get('token') ?? '',
    });
    expect(own.body.purposes.map(({ text }: { text: string }) => text)).toContain(METALS);
    const { ids } = await give('donation', 30, CLOSEST_METALS);
    expect(ids, 'a donation to the project').toEqual([null]);
  });
});

describe('a contribution to a test for metals', () => {
  it('is named as one from checkout to receipt, and said to be for nothing else', async () => {
    const formula = `${(await rowNow(FORMULA_METALS)).name} (metals)`;
    const visitor = new Visitor(story);
    const checked = await visitor.post('/api/validate-cart', {
      cart: [{ productId: FORMULA_METALS, amount: 900 }],
    });
    expect(checked.body.validItems).toMatchObject([{ target_amount: 825, amount: 825 }]);
    const { body } = await visitor.commit([FORMULA_METALS, 300]);
    const lines = await stripe().checkout.sessions.listLineItems(body.sessionId);
    expect(lines.data.map(({ description }) => description)).toEqual([`Testing of ${formula}`]);
    const order = await paysAt(visitor, body.sessionId);
    const success = await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
    expect(success.body.checkoutData.products).toMatchObject([{ name: formula, amount: 300 }]);

    const mail = await renderMail({
      name: 'receipt',
      params: { orderId: order.id },
      toEmail: visitor.email,
    });
    const receipt = 'text' in mail ? mail.text.replaceAll(/\s+/g, ' ') : '';
    expect(receipt).toContain('laboratories to test everyday products for metals.');
    expect(receipt).toContain('(metals)');
    expect(receipt).not.toMatch(OF_PLASTICS);

    const [own] = await listContributions(visitor.email);
    expect(own?.product?.name).toBe(formula);
    const sheet = await receiptFor(visitor.email, present(own, 'it').id);
    expect(sheet?.lines).toMatchObject([{ name: formula, amount: 300 }]);
  });

  it('is led on to tests for metals, and last to the plastics test of its item', async () => {
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([1106, 40]);
    const order = await paysAt(visitor, body.sessionId);
    const [share] = await sharesOf(order.id);
    const offer = await moveOffer({ id: share!.id, emailNormalised: visitor.email });
    const places = offer.ok ? offer.offer.products.map(({ id }) => id) : [];
    expect(await panelsOf(places.slice(0, -1))).toEqual(['metals']);
    expect(places.at(-1)).toBe(1060);
    const [plasticsBefore, metalsBefore] = [await rowNow(1060), await rowNow(1106)];
    const giver = { id: share!.id, emailNormalised: visitor.email };
    const input = { to: 1060, cents: 4_000, acceptsNewDate: false };
    expect(await moveContribution(giver, input)).toMatchObject({ ok: true });
    expect((await rowNow(1060)).raisedCents).toBe(plasticsBefore.raisedCents + 4_000);
    expect((await rowNow(1106)).raisedCents).toBe(metalsBefore.raisedCents - 4_000);
    // Whoever gave for plastics is offered none for metals, though each of them lacks less.
    const other = await visitor.commit([1060, 40]);
    const paid = await paysAt(visitor, other.body.sessionId);
    const [plastics] = await sharesOf(paid.id);
    const offered = await moveOffer({ id: plastics!.id, emailNormalised: visitor.email });
    expect(await panelsOf(offered.ok ? offered.offer.products.map(({ id }) => id) : [])).toEqual([
      'plastics',
    ]);
  });

  it('is told by every letter about it in its own words', async () => {
    const visitor = new Visitor(story);
    await pays(visitor, [1103, 825]);
    const told = await db().select().from(mails).where(eq(mails.name, 'goal-reached'));
    expect(told.length).toBeGreaterThan(0);
    const written = async (name: string, params: Record<string, string | number>) => {
      const mail = await renderMail({ name, params, toEmail: visitor.email });
      if (!('text' in mail)) throw new Error(`${name}: ${JSON.stringify(mail)}`);
      return `${mail.subject} ${mail.text}`.replaceAll(/\s+/g, ' ');
    };
    const [share] = await rowsWhere(contributions, eq(contributions.productId, 1103));
    for (const [name, params] of [
      ['goal-reached', { productId: 1103 }],
      ['testing-begun', { productId: 1103 }],
      ['maker-told', { productId: 1103 }],
      ['results-published', { productId: 1103 }],
      ['receipt', { orderId: share!.orderId }],
    ] as const) {
      const text = await written(name, params);
      expect(text, name).toContain('(metals)');
      expect(text, name).not.toMatch(OF_PLASTICS);
    }
  });

  it('is shared as what it is', async () => {
    const { body } = await new Visitor(story).get(`/api/products/${FORMULA_METALS}`);
    const text = textToShare(body, fundingStands(body));
    expect(text).toContain(`laboratory test of ${body.name} for metals. $`);
    expect(text).not.toMatch(OF_PLASTICS);
    expect(textToShare({ name: 'Oat rings' }, '$5.')).toBe(
      'I helped pay for an independent laboratory test of Oat rings for plastic chemicals. $5.',
    );
  });
});

describe('the list of tests for metals', () => {
  it('stands behind one line of the home page, and has its own title, chips, and prices', async () => {
    const count = (await new Visitor(story).get('/api/products?panel=metals&funding=open')).body
      .total;
    expect(count).toBeGreaterThan(5);
    const home = await page('/');
    expect(home.main).toContain(`Metals: ${count} products to fund`);
    expect(home.html).toContain('href="/?panel=metals"');
    const { html, main } = await page('/?panel=metals');
    expect(main).toContain('To be tested for metals');
    expect(main).toContain('Our target: $275 a sample, $825 for three samples.');
    expect(main).toContain('What a test for lead, cadmium, arsenic, and mercury measures');
    expect(html).toContain('href="/risk-methodology?panel=metals"');
    expect(main).not.toMatch(/\$425|1,275|plastic/);
    expect(html.match(/<article/g)).toHaveLength(5);
    // Sorting, filters, and further pages keep to it.
    expect(html).toContain('<input type="hidden" name="panel" value="metals"/>');
    expect(html).toContain('href="/?panel=metals&amp;page=2"');
    expect(html).toMatch(/href="\/\?panel=metals&amp;category=\w+"/);
    expect((await page('/?panel=metals&page=2')).main).toContain('To be tested for metals');
  });

  it('has no line where none can be funded', async () => {
    await hideMetals(true);
    onTestFinished(() => hideMetals(false));
    await expect.poll(async () => (await page('/')).main).not.toMatch(/Metals: \d/);
  });
});

describe('the page of a test for metals', () => {
  it('says what it is for, what a sample costs, and nothing of plastics but the other test', async () => {
    const { html, main } = await page(`/product/${RICE_METALS}`);
    const { body: product } = await new Visitor(story).get(`/api/products/${RICE_METALS}`);
    const meta = JSON.stringify(productMeta(product, '', productData(product, false, '')));
    expect(meta).toContain(`{"title":"${product.name} (metals) · `);
    expect(meta).toContain('laboratory tests for lead, cadmium, arsenic, and mercury.');
    expect(meta).toContain(`"name":"${product.name} (metals)"`);
    expect(meta).not.toMatch(OF_PLASTICS);
    expect(main).toContain('Each $275 funds one test sample');
    expect(main).toContain('laboratory for lead, cadmium, arsenic, and mercury. Payment is');
    expect(main.replace('Also to fund: plastic chemicals', '')).not.toMatch(OF_PLASTICS);
    expect(html).toContain(`href="/product/${RICE}"`);
    expect(html).toMatch(/href="\/\?panel=metals"[^>]*>← All products/);
    expect(html).toContain('href="/risk-methodology?panel=metals"');
    expect(main).toContain('Also to fund: plastic chemicals');
  });

  it('leads to the report where the item was tested for plastics', async () => {
    const { rows } = await db().execute(sql`select from tested_products where original_id = 1`);
    const { html, main } = await page(`/product/${FORMULA_METALS}`);
    expect(main.includes('Also tested for: plastic chemicals')).toBe(rows.length > 0);
    expect(html.includes('href="/plasticlist/1"')).toBe(rows.length > 0);
  });

  it('is led to from the plastics test of the same item, whose page says nothing else of it', async () => {
    const { main } = await page(`/product/${RICE}`);
    expect(main).toContain('Also to fund: metals');
    expect(main.match(/metals/g)).toHaveLength(1);
    expect(main).toMatch(/for 18 plastic chemicals\. Payment is processed immediately\./);
    expect((await page('/product/1001')).main).not.toContain('Also to fund');
  });
});
