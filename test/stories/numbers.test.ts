import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { db } from '#app/database/db.server.ts';
import { PUBLIC_FILES } from '#app/public-files.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { calls, pagePaths } from '#app/routes.ts';
import { contributions, mails, rateLimits } from '#db/schema.ts';
import { addFirstProducts } from '#cli/first-data.ts';
import { pays } from '#test/support/books.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { rowsWhere } from '#test/support/gifts.ts';

// The record with every number another one: what still says an old one has it from somewhere else.
vi.mock('#app/kit/numbers.ts', () => ({
  NUMBERS: {
    levelCents: 43_100,
    levels: 5,
    metalsSampleCents: 28_900,
    usualLabCents: 50_700,
    refundDays: 371,
    refundWarningDays: 13,
    resultsWeeks: { from: 7, to: 9 },
    contributorAgeYears: 19,
    quickAddDollars: [7, 11, 23, 101, 503],
    submissionMinDollars: 27,
    donationDollars: { usual: 22, min: 6, max: 10_300, suggested: [6, 12, 22, 52, 104] },
  },
}));

/** Other numbers stay: how long hashes are kept, what is counted, and how many samples one known product had. */
const OLD = [
  /\$\s?(425|1,?275|495|25|10,000)\b(?!\.\d|,\d)/,
  /\b(1,?275|127500|42500)(\.00)?\b(?!\.\d)/,
  /\b365([ -]days?\b)/,
  /(?<!\b(goe?s? after|the last) )\b14 days/,
  /(?<!its )\b(three|3) samples\b/i,
  /\b18 (plastic )?chemicals/,
  /\b18 or older/,
  /\b4\s?[–-]\s?6 weeks/,
  /"(minimum|maximum|target_amount)":(25|1275|5|10000)\b/,
  /\+\$(5|10|20|100|500)\b/,
  /\$5\b|\$20 MONTHLY/,
];

/** What must be read at these addresses. */
const NEW: Record<string, RegExp[]> = {
  '/': [/\$431/, /\$2,155/, /371 days/, /five samples/, /\+\$503/],
  '/product/1001': [/\$431/, /\$2,155/, /23 plastic chemicals/, /7–9 weeks/, /371 days/, /\+\$7\b/],
  '/add-product': [/\$27 to \$2,155/, /Five samples at our target of \$431/, /371 days/, /13 days/],
  '/donate': [/\$6 to \$10,300/, /\$22 MONTHLY/, /371/],
  '/about': [/about \$507/, /\$431/, /× 5/, /\$2,155/, /five samples/, /371 days/, /7–9 weeks/],
  '/faq': [
    /\$507/,
    /\$431/,
    /\$2,155/,
    /371 days/,
    /23 (plastic )?chemicals/,
    /7–9 weeks/,
    /19 or/,
  ],
  '/legal?tab=terms': [/\$2,155/, /371 days/, /19 or older/, /7–9 weeks/],
  '/risk-methodology': [/five samples/, /23 (plastic )?chemicals/],
  '/blog/test-post': [/23 chemicals/],
  '/product/1101': [/\$289\b/, /\$1,445/, /five samples/],
  '/?panel=metals': [/\$289\b/, /\$1,445/],
  '/api/products/1001': [/"target_amount":2155,"levels":5/],
};

vi.mock('#app/toxicology/chemicals.ts', async (original) => ({
  ...(await original<object>()),
  TESTED_CHEMICALS: 23,
}));
vi.mock('#app/toxicology/panels/plastics.ts', async (original) => {
  const { plastics } = await original<{ plastics: { substances: object[] } }>();
  const [one, ...others] = plastics.substances;
  return {
    plastics: { ...plastics, substances: [...Array(23 - others.length).fill(one), ...others] },
  };
});

const story = useStory({}, uncompiledPages);
const DAY_SECONDS = 86_400;

/** What a person reads of a page; of anything else all of it. History keeps the numbers of its day. */
function readable(text: string): string {
  const body = text.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, ' ');
  return (
    (/^\s*<!doctype html/i.test(text) ? body.replaceAll(/<!--.*?-->/g, '') : text)
      .replaceAll(/<[^>]+>/g, (tag) =>
        [...tag.matchAll(/(?:content|alt|aria-label|min|max|value|placeholder)="([^"]*)"/g)]
          .map(([, sentence]) => ` ${sentence} `)
          .join(''),
      )
      .replaceAll(/&#x27;/g, '’')
      .replaceAll(/\s+/g, ' ')
      // What one product lacks is no number of the record.
      .replaceAll(/Fund the last \$[\d,.]*\d/g, '')
      .replace(/Changes since [A-Z][a-z]+ \d+, \d{4}:.*/, '')
  );
}

/** What a text still says of the old numbers, each with the words around it. */
function oldIn(where: string, text: string): string[] {
  return OLD.flatMap((old) => {
    const at = old.exec(text);
    return at ? [`${where}: …${text.slice(Math.max(0, at.index - 60), at.index + 40)}…`] : [];
  });
}

it('a number that is changed in the record is another one everywhere', async () => {
  await importSamples(samplesFile({ id: '1', DEHP_ng_g: '100' }));
  await addFirstProducts();
  const defaults = await db().execute(
    sql`select pg_get_expr(adbin, adrelid) as made from pg_attrdef where adrelid = 'products'::regclass`,
  );
  const left = oldIn('columns', defaults.rows.map(({ made }) => made).join('; '));

  // Money: levels and goal of the new numbers, and the emails that go with them.
  const [first, second, third] = [new Visitor(story), new Visitor(story), new Visitor(story)];
  await pays(first, [1002, 431]);
  expect(await productNow(1002)).toMatchObject({ targetCents: 215_500, levels: 5, level: 1 });
  await pays(second, [1002, 1724]);
  expect(await productNow(1002)).toMatchObject({ level: 5, testingStatus: 'Testing in Progress' });
  await pays(third, [1003, 431]);
  await Promise.all([received(first.email, 'goal-reached'), received(third.email, 'receipt')]);

  // Refusals.
  const refusals = [
    await first.commit([1004, 2156]),
    await first.submit({ name: 'Tea', product_url: 'https://shop.example/tea', amount: 26 }),
    await first.post('/api/create-subscription-checkout', { amount: 5 }),
    await first.post('/api/create-donation-checkout', { amount: 10_301 }),
  ].map(({ status, body }) => `${status} ${body.error}`);
  expect(refusals).toEqual([
    '400 Each amount must be a whole number of dollars from 1 to 2,155.',
    '400 Contribution amount must be between $27 and $2,155',
    '400 Minimum monthly amount is $6',
    '400 Maximum donation is $10,300',
  ]);

  // Pages and calls, for everybody and for administrators.
  await db().delete(rateLimits);
  const administrator = await anAdministrator(story);
  const filled = (path: string) =>
    path
      .replace('/plasticlist/:originalId', '/plasticlist/7')
      .replace('/blog/:slug', '/blog/test-post')
      .replace('/admin/products/:id', '/admin/products/1002')
      .replace('/admin/testing/:id', '/admin/testing/1002')
      .replace('/product/:id', '/product/1001')
      .replaceAll(/:(number)/g, '1');
  const asked = calls.filter(({ method }) => method === 'get').map(({ path }) => path);
  const addresses = [
    ...pagePaths.map((path) => (path === '*' ? '/nowhere' : filled(path))),
    ...asked.map((path) =>
      path.replace('products/{id}', 'products/1001').replace(/\{original_id\}/, '7'),
    ),
    '/product/1002',
    '/product/9006',
    '/product/1101',
    '/?panel=metals',
    '/legal?tab=terms',
    '/?mode=demo',
    '/api/products?mode=demo',
    '/risk-methodology?view=technical',
    ...PUBLIC_FILES,
  ].filter((address) => !/[:{]/.test(address));
  expect(addresses.length).toBeGreaterThan(50);
  for (const address of addresses) {
    const cookie = { Cookie: administrator.cookie, 'X-Forwarded-For': administrator.address };
    const response = await fetch(story.url + address, { headers: cookie, redirect: 'manual' });
    const text = readable(await response.text());
    left.push(...oldIn(address, text));
    const missing = (NEW[address] ?? []).filter((outcome) => !outcome.test(text));
    left.push(...missing.map((outcome) => `${address} lacks ${outcome}`));
  }
  expect(left).toEqual([]);
  for (const address of Object.keys(NEW)) expect(addresses, address).toContain(address);

  // The days: nothing before the new ones.
  story.advance((371 - 13 - 1) * DAY_SECONDS);
  expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 0 });
  story.advance(DAY_SECONDS + 60);
  expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 1 });
  story.advance(12 * DAY_SECONDS);
  expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 0 });
  story.advance(DAY_SECONDS + 60);
  expect(await refundUnfunded()).toMatchObject({ refunded: 1 });
  await received(third.email, 'refund-receipt');
  const written = await db().select().from(mails);
  for (const { name, rendered } of written)
    left.push(...oldIn(name, readable(JSON.stringify(rendered))));
  const ofName = (name: string) =>
    JSON.stringify(written.find((mail) => mail.name === name)?.rendered);
  expect(ofName('receipt')).toMatch(/371.*days of your payment.*13/s);
  expect(ofName('goal-reached')).toMatch(/\$2,155.*Five samples/s);

  // The command line.
  const { argv } = process;
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.argv = ['node', 'openassay', 'help'];
  await import('#cli/openassay.ts');
  await eventually(
    async () => printed.mock.calls.flat().join(''),
    (text) => text.includes('371-day'),
  );
  const usage = printed.mock.calls.flat().join('');
  printed.mockRestore();
  process.argv = argv;
  left.push(...oldIn('openassay help', usage));
  expect(left).toEqual([]);
});

it('what was paid toward keeps the target that it was paid under', async () => {
  const before = { targetCents: 127_500, levels: 3 };
  const [given, empty] = [await aProduct('Given to', 1275), await aProduct('Not given to', 1275)];
  await db().execute(sql`update products set levels = 3 where id in (${given.id}, ${empty.id})`);
  await pays(new Visitor(story), [given.id, 425]);
  await addFirstProducts();
  expect(await productNow(given.id)).toMatchObject({ ...before, level: 1 });
  expect(await productNow(empty.id)).toMatchObject({ targetCents: 215_500, levels: 5, level: 0 });
  const page = readable(await (await fetch(`${story.url}/product/${given.id}`)).text());
  expect(page).toMatch(/\$425 of \$1,275.*1st Test/);
  expect(page).toMatch(/Each \$425 funds one test sample/);
  const [contribution] = await rowsWhere(contributions, eq(contributions.productId, given.id));
  expect(contribution).toMatchObject({ status: 'paid', amountCents: 42_500 });
});
