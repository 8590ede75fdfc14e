import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetCached } from '#app/cache/cache.server.ts';
import { db } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { addFirstProducts } from '#cli/first-data.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';

const story = useStory({}, uncompiledPages);

/** Two that a test for metals is a further test of, and two others. */
const TESTED = ['1', '52', '56', '79'];

/** Addresses of plastics: pages, their Markdown, and calls. */
const PLASTICS = [
  '/',
  '/?sort=id&page=2',
  '/?search=rice',
  '/?category=baby',
  '/?funding=open',
  '/index.md',
  '/cart',
  '/donate',
  '/add-product',
  '/about',
  '/transparency',
  '/tests',
  '/tests.csv',
  '/tests.md',
  '/log',
  '/faq',
  '/legal',
  '/search?q=oats',
  '/search?q=formula',
  '/plasticlist',
  '/plasticlist?search=formula',
  '/plasticlist.md',
  '/plasticlist/compare?ids=1,79',
  '/plasticlist/compare.md?ids=1,79',
  '/plasticlist/kinds',
  '/plasticlist/kinds/infant-formula',
  '/plasticlist/kinds/baby-food',
  '/plasticlist/kinds/rice.md',
  '/plasticlist/56',
  '/plasticlist/79',
  '/plasticlist/79.md',
  '/saved',
  '/product/1003',
  '/product/1003.md',
  '/feed.xml',
  '/api/products',
  '/api/products?sort=id&page=3',
  '/api/products?search=rice',
  '/api/products/1017',
  '/api/products/1003',
  '/api/products-alike?name=oats',
  '/api/risk-levels',
  '/api/risk-levels?search=formula',
  '/api/plasticlist/1',
  '/api/plasticlist/79',
  '/api/strips?ids=1,79',
  '/api/books',
];

/** What says that an item has a further test, or that a gift may be for one: these alone may differ. */
const EXEMPT = new Set([
  '/',
  '/index.md',
  '/donate',
  '/?search=rice',
  '/search?q=oats',
  '/search?q=formula',
]);

beforeAll(async () => {
  const [header, ...lines] = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
  const own = lines.filter((line) => TESTED.includes(line.split('\t')[1] ?? ''));
  await importSamples([header, ...own].join('\n'));
});

async function readAll(): Promise<Map<string, string>> {
  forgetCached();
  const answers = new Map<string, string>();
  for (const address of PLASTICS) {
    const answer = await fetch(story.url + address, { redirect: 'manual' });
    expect(answer.status, address).toBe(200);
    // What counts money says when it was counted; a page, the nonce of its policy.
    const text = (await answer.text())
      .replaceAll(/nonce="[^"]*"|<time [^>]*>[^<]*/g, '')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    answers.set(address, text);
  }
  return answers;
}

it('rests nothing that is said of a test for metals on the report for plastics of its item', async () => {
  await addFirstProducts();
  const { rows } = await db().execute<{ id: number }>(
    sql`select id from products where panel = 'metals' and item_of = 52`,
  );
  const text = await (await fetch(`${story.url}/product/${rows[0]?.id}.md`)).text();
  expect(text).toContain('/plasticlist/52');
  expect(text).not.toContain('## Evidence');
  expect(text).toContain('This product, for metals: not tested: no finding of safety.');
});

describe('what is said of plastics', () => {
  it('is byte for byte the same with tests for metals on the list as without them', async () => {
    await addFirstProducts();
    const beside = await readAll();
    await db().execute(sql`delete from products where panel <> 'plastics'`);
    const alone = await readAll();
    const others = PLASTICS.filter((address) => beside.get(address) !== alone.get(address));
    expect(others.filter((address) => !EXEMPT.has(address))).toEqual([]);
  });
});
