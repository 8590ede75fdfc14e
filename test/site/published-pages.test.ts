import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { imagesDir } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { forgetCached } from '#app/cache/cache.server.ts';
import { db } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { pageFacts } from '#app/routes.ts';
import { products, testedProducts } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { changeProduct, addRows, changeRows } from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { picture } from '#test/support/pictures.ts';
import { aProduct } from '#test/support/story.ts';

useDatabase({ DATA_DIR: mkdtempSync(`${tmpdir()}/openassay-published-`) });
allowMadeUpMoney();

/** A little more than a page may be behind. */
const BEHIND_MS = 1_100;
const TESTING = 'Testing in Progress';

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
/** Two teas, a milk, and a meat substitute, of whose kind there is one to fund. */
const some = ['79', '80', '93', '56'];
const OF_ITS_KIND = 1_010;
const file = dataset.filter((line, at) => at === 0 || some.includes(line.split('\t')[1]!));

/** An address of each of these pages. */
const addresses: Record<string, string> = {
  '/about': '/about',
  '/faq': '/faq',
  '/legal': '/legal',
  '/log': '/log',
  '/blog': '/blog',
  '/blog/:slug': '/blog/test-post',
  '/api/docs': '/api/docs',
  '/plasticlist/compare': '/plasticlist/compare?ids=79,80',
  '/plasticlist/:originalId': '/plasticlist/79',
  '/plasticlist/:originalId/revisions/:number': '/plasticlist/79/revisions/1',
  '/risk-methodology': '/risk-methodology',
};

type App = Awaited<ReturnType<typeof createApp>>;

/** Each page and its data, as they are sent. */
async function pagesOf(app: App): Promise<Map<string, string>> {
  const both = [...Object.values(addresses), '/plasticlist/56'].flatMap((one) => [
    one,
    one.replace(/(?=\?)|$/, '.data'),
  ]);
  const all = both.map(async (address) => {
    const text = await (await app.request(address)).text();
    return [address, text] as const;
  });
  return new Map(await Promise.all(all));
}

let productId: number;

const changes: Record<string, { of: readonly string[]; make: () => Promise<unknown> }> = {
  'a correction': {
    of: ['/plasticlist/79', '/plasticlist/79/revisions/1'],
    make: () =>
      importSamples(file.join('\n').replaceAll(/^(7090411\t.*)<\d+/gm, '$1900'), {
        reason: 'A digit was misread.',
      }),
  },
  'another name of a tested product': {
    of: ['/plasticlist/79', '/plasticlist/compare?ids=79,80'],
    make: () =>
      changeRows(testedProducts, eq(testedProducts.originalId, 79), {
        name: 'Tea under another name',
      }),
  },
  'a photo': {
    of: ['/plasticlist/79'],
    make: async () => {
      mkdirSync(imagesDir(), { recursive: true });
      writeFileSync(`${imagesDir()}/0079.jpg`, await picture());
      await sitePhotos().refresh();
    },
  },
  'a product that is hidden': {
    of: ['/plasticlist/56'],
    make: () => changeProduct(productId, { hiddenAt: new Date() }),
  },
  'another name of a product of its kind': {
    of: ['/plasticlist/56'],
    make: () =>
      changeRows(products, eq(products.id, productId), {
        hiddenAt: null,
        name: 'Meat under another name',
      }),
  },
  'a product whose goal is reached': {
    of: ['/plasticlist/56'],
    make: () => changeProduct(productId, { testingStatus: TESTING }),
  },
};

describe('a page that shows only what is published', () => {
  let stored: App;

  beforeAll(async () => {
    const { id } = await aProduct('A meat substitute that lasts');
    productId = OF_ITS_KIND;
    await changeProduct(id, { id: productId, category: 'Meat', raisedCents: 10_000 });
    await importSamples(file.join('\n'));
    stored = await createApp(await uncompiledPages());
  });

  it('is tried by an address of its own', async () => {
    const published = [...pageFacts].filter(([, { cache }]) => cache === 'version');
    expect(Object.keys(addresses).toSorted()).toEqual(published.map(([path]) => path).toSorted());
    for (const address of Object.values(addresses)) {
      // The latest revision is the report itself, until there is another.
      expect([200, 302], address).toContain((await stored.request(address)).status);
    }
  });

  it.each(Object.entries(changes))(
    'shows %s within a second, as a page that is drawn for the first time',
    async (_, { of, make }) => {
      const before = await pagesOf(stored);
      await make();
      await sleep(BEHIND_MS);
      const after = await pagesOf(stored);
      forgetCached();
      expect(after).toEqual(await pagesOf(await createApp(await uncompiledPages())));
      for (const address of of) expect(after.get(address), address).not.toBe(before.get(address));
    },
  );

  it('is drawn anew neither for money nor for what has not been looked at yet', async () => {
    const draw = vi.fn(await uncompiledPages());
    const app = await createApp(draw);
    const own = eq(products.id, productId);
    await db().update(products).set({ testingStatus: 'Untested' }).where(own);
    forgetCached();
    const before = await pagesOf(app);
    const { calls } = draw.mock;
    const drawn = calls.length;
    await changeRows(products, own, {
      raisedCents: 38_250,
      reservedCents: 100,
      contributorCount: 7,
    });
    await addRows(products, {
      name: 'New',
      searchText: 'new\n',
      category: 'Beverages',
      unreviewedSince: new Date(),
    });
    await sleep(BEHIND_MS);
    expect(await pagesOf(app)).toEqual(before);
    expect(calls.slice(drawn).map(([{ url }]) => new URL(url).pathname)).toEqual([]);
  });

  it('names products to fund without their amounts', async () => {
    const report = await (await stored.request('/plasticlist/56')).text();
    expect(report).toContain('Meat under another name');
    expect(report).not.toMatch(/\$[\d,]+ (of|goal)|current_amount/);
  });
});
