import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sitePhotos } from '#app/catalogue/images/product-photos.server.ts';
import { keepPhoto } from '#app/catalogue/images/uploaded-photos.server.ts';
import { createApp } from '#app/create-app.ts';
import { takeInImage } from '#app/platform/images/take-in-image.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { importSamples } from '#app/publishing/import-samples.server.ts';
import { lastingPaths } from '#app/routes.ts';
import { products, testedProducts } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { picture } from '#test/support/pictures.ts';
import { aProduct } from '#test/support/story.ts';

useDatabase();

/** A little more than a page may be behind. */
const BEHIND_MS = 1_100;

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
/** Two teas and a milk. */
const some = ['79', '80', '93'];
const file = dataset.filter((line, at) => at === 0 || some.includes(line.split('\t')[1]!));

/** An address of each page that lasts. */
const addresses: Record<string, string> = {
  '/about': '/about',
  '/faq': '/faq',
  '/legal': '/legal',
  '/blog': '/blog',
  '/blog/:slug': '/blog/test-post',
  '/api/docs': '/api/docs',
  '/plasticlist': '/plasticlist',
  '/plasticlist/compare': '/plasticlist/compare?ids=79,80',
  '/plasticlist/:originalId': '/plasticlist/79',
  '/plasticlist/:originalId/revisions/:number': '/plasticlist/79/revisions/1',
  '/risk-methodology': '/risk-methodology',
};

type App = Awaited<ReturnType<typeof createApp>>;

/** Each page and its data, as they are sent. */
async function pagesOf(app: App): Promise<Map<string, string>> {
  const both = Object.values(addresses).flatMap((one) => [one, one.replace(/(?=\?)|$/, '.data')]);
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
    of: ['/plasticlist', '/plasticlist/79', '/plasticlist/compare?ids=79,80'],
    make: () =>
      db()
        .update(testedProducts)
        .set({ name: 'Tea under another name' })
        .where(eq(testedProducts.originalId, 79)),
  },
  'a photo': {
    of: ['/plasticlist.data'],
    make: async () => {
      const photo = await takeInImage(await picture());
      await db().transaction((tx) => keepPhoto(tx, productId, photo));
      await sitePhotos().refresh();
    },
  },
  'money for a product of the category': {
    of: ['/plasticlist', '/plasticlist/79'],
    make: () =>
      db().update(products).set({ raisedCents: 30_000 }).where(eq(products.id, productId)),
  },
  'a product that is hidden': {
    of: ['/plasticlist', '/plasticlist/79'],
    make: () =>
      db()
        .update(products)
        .set({ hiddenAt: sql`now()` })
        .where(eq(products.id, productId)),
  },
};

describe('a page that is kept for as long as what it is made of', () => {
  let kept: App;

  beforeAll(async () => {
    productId = (await aProduct('Tea that lasts')).id;
    await db()
      .update(products)
      .set({ category: 'Beverages', raisedCents: 10_000 })
      .where(eq(products.id, productId));
    await importSamples(file.join('\n'));
    kept = await createApp(await uncompiledPages());
  });

  it('is tried by an address of its own', async () => {
    expect(Object.keys(addresses).toSorted()).toEqual([...lastingPaths].toSorted());
    for (const address of Object.values(addresses)) {
      // The latest revision is the report itself, until there is another.
      expect([200, 302], address).toContain((await kept.request(address)).status);
    }
  });

  it.each(Object.entries(changes))(
    'shows %s within a second, as a page that is drawn for the first time',
    async (_, { of, make }) => {
      const before = await pagesOf(kept);
      await make();
      await sleep(BEHIND_MS);
      const after = await pagesOf(kept);
      expect(after).toEqual(await pagesOf(await createApp(await uncompiledPages())));
      for (const address of of) expect(after.get(address), address).not.toBe(before.get(address));
    },
  );

  it('is drawn anew for a dollar where it shows dollars, and a report for a tenth of a goal', async () => {
    const raise = async (raisedCents: number) => {
      const change = { raisedCents, hiddenAt: null };
      await db().update(products).set(change).where(eq(products.id, productId));
      await sleep(BEHIND_MS);
      const pages = await pagesOf(kept);
      return { list: pages.get('/plasticlist'), report: pages.get('/plasticlist/79') };
    };
    const [before, dollar, tenth] = [await raise(25_500), await raise(38_200), await raise(38_250)];
    expect(before.report).toContain('at least 20% of $1,275');
    expect(dollar.report).toBe(before.report);
    expect(dollar.list).not.toBe(before.list);
    expect(tenth.report).toContain('at least 30% of $1,275');
  });
});
