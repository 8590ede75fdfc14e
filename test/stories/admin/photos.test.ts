import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { db } from '#app/database/db.server.ts';
import { adminActions, productPhotos, testedProducts } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { picture } from '#test/support/pictures.ts';
import { startSiteProcess } from '#test/support/processes.ts';
import { aProduct, processEnvironment, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const photoPage = ({ id }: { id: number }) => `/admin/products/${id}/photo`;
const MEBIBYTE = 1024 * 1024;

async function upload(
  one: Visitor,
  product: { id: number },
  bytes: Uint8Array,
  name = 'photo.jpg',
  type = 'image/jpeg',
) {
  return one.upload(photoPage(product), { intent: 'upload' }, { name, bytes, type });
}

/** Its address as every answer has it; answers themselves are shared for a second. */
const imageOf = async ({ id }: { id: number }) => (await findProduct(id))?.image_url ?? null;

/** A picture as a browser gets it. */
async function drawn(address: string, more = '&width=128&format=jpeg') {
  const response = await fetch(story.url + address + more);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes };
}

const isColour = async (bytes: Buffer, [r, g, b]: number[]) => {
  const { channels } = await sharp(bytes).stats();
  const far = [r, g, b].map((wanted, at) => Math.abs((wanted ?? 0) - channels[at]!.mean));
  return Math.max(...far) < 30;
};

const stored = async ({ id }: { id: number }) =>
  (await db().select().from(productPhotos).where(eq(productPhotos.productId, id)))[0];

const historyOf = ({ id }: { id: number }) =>
  db()
    .select()
    .from(adminActions)
    .where(eq(adminActions.subject, `product ${id}`))
    .orderBy(adminActions.id);

describe('an uploaded photo', () => {
  it('is served for its product, kept by browsers, and replaced under another address', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Pictured');
    expect(await imageOf(product)).toBeNull();
    const name = 'Oat drink of PlasticList';
    await db().insert(testedProducts).values({ originalId: 58, name, tags: [], searchText: '' });
    const bare = async () => (await one.page('/admin/products?state=no-picture')).body;
    expect(await bare()).toMatch(/\/\d+" class="link[^>]*>Pictured<[^]*0058[^]*of PlasticList</);
    const red = await picture({ widthPx: 900, heightPx: 900, colour: '#c81414' });
    const answered = await upload(one, product, red);
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toBe(`${photoPage(product)}?done=photo`);
    const address = await imageOf(product);
    expect(await bare()).not.toContain('Pictured');
    expect(address).toMatch(/^\/images\/\d{4}\.webp\?v=[\w-]{16}$/);
    const first = await drawn(address!);
    expect(first.response.status).toBe(200);
    expect(first.response.headers.get('cache-control')).toContain('immutable');
    expect(await isColour(first.bytes, [200, 20, 20])).toBe(true);
    await upload(one, product, await picture({ colour: '#1414c8' }), 'next.png', 'image/png');
    const next = await imageOf(product);
    expect(next).not.toBe(address);
    expect(await isColour((await drawn(next!)).bytes, [20, 20, 200])).toBe(true);
    // By its code alone it is asked for each time, and an old address shows what there is now.
    const plain = await drawn(`/images/${product.id}.jpg?`);
    expect(plain.response.headers.get('cache-control')).toBe('public, no-cache');
    const old = await drawn(address!);
    expect(old.response.headers.get('cache-control')).toBe('public, no-cache');
    expect(await isColour(old.bytes, [20, 20, 200])).toBe(true);
    const rows = await historyOf(product);
    expect(rows).toMatchObject([
      { action: 'upload-photo', actor: one.email, before: null, after: { size: '900 × 900' } },
      { action: 'upload-photo', before: { size: '900 × 900' }, after: { size: '600 × 400' } },
    ]);
  });

  it('of a duplicate goes to the product that stays, unless that one has its own', async () => {
    const one = await anAdministrator(story);
    const [bare, owner] = [await aProduct('Bare'), await aProduct('Owner')];
    const [first, second] = [await aProduct('First duplicate'), await aProduct('Second')];
    for (const product of [first, second, owner]) {
      await upload(one, product, await picture({ colour: '#c81414' }));
    }
    const { version } = (await stored(first))!;
    const ownVersion = (await stored(owner))!.version;
    await mergeProducts({ actor: 'command line' }, first.id, bare.id);
    await mergeProducts({ actor: 'command line' }, second.id, owner.id);
    expect([await stored(first), await stored(second)]).toEqual([undefined, undefined]);
    expect([(await stored(bare))?.version, (await stored(owner))?.version]).toEqual([
      version,
      ownVersion,
    ]);
    const address = await imageOf(bare);
    expect(address).toContain(`/images/${bare.id}.webp?v=${version}`);
    expect((await drawn(address!)).response.status).toBe(200);
    const noted = async (product: { id: number }) =>
      (await historyOf(product)).find(({ action }) => action === 'merge-product')?.after;
    expect(await noted(first)).toMatchObject({ photo: 'moved' });
    expect(await noted(second)).toMatchObject({ photo: 'dropped' });
  });

  it('has a part cut out by numbers, and is taken away again', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Cut');
    const half = { width: 300, height: 400, channels: 3 as const };
    const left = await sharp({ create: { ...half, background: '#c81414' } })
      .png()
      .toBuffer();
    const whole = await sharp(await picture({ colour: '#1414c8' }))
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    await upload(one, product, whole);
    const page = await one.page(photoPage(product));
    const seen = /name="seen" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(page.body).toContain('600 × 400 px');
    const crop = (more: Record<string, string>) =>
      one.page(photoPage(product), {
        intent: 'crop',
        seen,
        left: '310',
        top: '10',
        width: '280',
        height: '280',
        ...more,
      });
    const wrongs: Record<string, string>[] = [
      { left: '400' },
      { top: '-1' },
      { width: '0' },
      { height: 'x' },
      { width: '1e3' },
      { width: '100' },
    ];
    for (const wrong of wrongs) {
      const refused = await crop(wrong);
      expect(refused.status).toBe(400);
      const [[name, value] = []] = Object.entries(wrong);
      expect(refused.body).toContain(`name="${name}" value="${value}"`);
    }
    expect((await crop({ seen: 'another' })).status).toBe(409);
    const cropped = await crop({});
    expect(cropped.headers.get('location')).toBe(`${photoPage(product)}?done=cropped`);
    expect(await stored(product)).toMatchObject({ widthPx: 280, heightPx: 280 });
    const address = await imageOf(product);
    expect(await isColour((await drawn(address!)).bytes, [20, 20, 200])).toBe(true);
    // The same numbers again are of another photo.
    expect((await crop({})).status).toBe(409);
    const removed = await one.page(photoPage(product), { intent: 'remove-photo' });
    expect(removed.status).toBe(303);
    expect(await imageOf(product)).toBeNull();
    expect((await drawn(address!)).response.status).toBe(404);
    expect((await one.page(photoPage(product), { intent: 'remove-photo' })).status).toBe(409);
    expect((await historyOf(product)).map(({ action }) => action)).toEqual([
      'upload-photo',
      'crop-photo',
      'remove-photo',
    ]);
  });

  it('uploaded twice at once is one of the two, whole', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Raced');
    const answers = await Promise.all(
      ['#c81414', '#14c814', '#1414c8'].map(async (colour) =>
        upload(one, product, await picture({ colour })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const rows = await historyOf(product);
    expect(rows).toHaveLength(3);
    expect((await stored(product))!.version).toBe(
      (rows.at(-1)!.after as { version: string }).version,
    );
  });

  it('is served by another process too, at once', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Shared');
    const other = await startSiteProcess(processEnvironment(story));
    // It knows of no photo yet.
    const before = await fetch(`${other.url}/images/${product.id}.jpg`);
    expect(before.status).toBe(404);
    await upload(one, product, await picture({ colour: '#14c814' }));
    const address = await imageOf(product);
    const response = await fetch(`${other.url}${address}&width=128&format=jpeg`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    await other.kill();
  });
});

describe('an upload that is not what it claims', () => {
  const script = '<script>alert(1)</script>';
  // `take-in-image.test.ts` knows more of them.
  it('is refused', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    const refused = await upload(one, product, Buffer.from(drawing));
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('This file was not accepted: ');
    expect(refused.body).not.toContain(script);
    expect(await stored(product)).toBeUndefined();
    expect(await historyOf(product)).toEqual([]);
  });

  it('has no form, or no file in it', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct();
    expect((await one.upload(photoPage(product), { intent: 'upload' })).status).toBe(400);
    const broken = await one.send('POST', photoPage(product), 'nonsense', {
      'Content-Type': 'multipart/form-data; boundary=x',
    });
    expect(broken.status).toBe(400);
  });
});

describe('the size of an upload', () => {
  it('may be 10 MB with its form, and no more', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct();
    const photo = await picture({ widthPx: 800, heightPx: 800 });
    const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
    expect((await upload(one, product, padded(10 * MEBIBYTE))).status).toBe(303);
    const more = await upload(one, product, padded(11 * MEBIBYTE));
    expect(more.status).toBe(413);
    expect(more.headers.get('content-type')).toContain('text/html');
    // Other forms stay as small as they were.
    const note = { intent: 'edit', name: 'x'.repeat(70_000) };
    expect((await one.page(`/admin/products/${product.id}`, note)).status).toBe(413);
  });
});
