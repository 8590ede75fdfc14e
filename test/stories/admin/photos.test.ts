import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { config } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { pruneSentPhotos } from '#app/pictures/sent-photos.server.ts';
import * as messages from '#app/pictures/messages.ts';
import {
  adminActions,
  analyticsEvents,
  productPhotos,
  rateLimits,
  sentPhotos,
  testedProducts,
} from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { hiddenIn } from '#test/support/desk.ts';
import { picture, pngHeader } from '#test/support/pictures.ts';
import { aProduct, says, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { addRows } from '#test/support/gifts.ts';

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
    expect(await bare()).toMatch(/0058[^]*of PlasticList<[^]*\/photo" class="link[^>]*>Pictured</);
    const opened = { name: 'Product View', properties: { product_id: product.id }, path: '/' };
    await db().insert(analyticsEvents).values(opened);
    expect(await bare()).toMatch(/\/photo" class="link[^>]*>Pictured<[^]*0058[^]*of PlasticList</);
    expect(await bare()).toMatch(/\/\d+" class="link[^>]*>Pictured</);
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
});

describe('an upload that is not what it claims', () => {
  const script = '<script>alert(1)</script>';
  // `take-in-image.test.ts` knows more of them.
  it('is refused', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    const refused = await upload(one, product, Buffer.from(drawing));
    expect(refused).toMatchObject(says(400, 'This file was not accepted: '));
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

describe('a photo by a visitor', () => {
  const send = (who: Visitor, product: { id: number }, bytes: Uint8Array) =>
    who.upload(`/photo/${product.id}`, {}, { name: 'IMG_1.jpg', bytes });
  const desk = '/admin/photos';
  const decide = async (one: Visitor, form: Record<string, string>) => one.page(desk, form);
  const waiting = () => db().select().from(sentPhotos).orderBy(sentPhotos.sentAt);

  it('is seen at the desk alone until it is shown, and tells neither place nor camera', async () => {
    const one = await anAdministrator(story);
    const product = { id: 71, name: 'Tested Tea' };
    await addRows(testedProducts, {
      originalId: product.id,
      name: product.name,
      tags: [],
      searchText: '',
    });
    const taken = await sharp(await picture({ widthPx: 900, heightPx: 900, colour: '#c81414' }))
      .withExif({
        IFD0: { Make: 'Camera maker' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Camera maker');
    const sent = await send(new Visitor(story), product, taken);
    expect(sent).toMatchObject(says(200, messages.PHOTO_SENT));
    expect((await drawn('/images/0071.jpg?')).response.status).toBe(404);
    const [row] = await waiting();
    const own = `/api/sent-photos/${row!.id}`;
    expect((await new Visitor(story).get(own)).status).toBe(401);
    const body = (await one.page(desk)).body;
    expect(body).toContain(`src="${own}"`);
    expect(body).toContain('Sent for Tested Tea');
    const form = { intent: 'accept', photo: hiddenIn(body, 'photo'), seen: hiddenIn(body, 'seen') };
    expect((await decide(one, form)).status).toBe(200);
    for (const format of ['jpeg', 'webp', 'avif']) {
      const shown = await drawn('/images/0071.jpg?', `&width=512&format=${format}`);
      expect(shown.response.status).toBe(200);
      expect(shown.bytes.toString('latin1')).not.toMatch(/Exif|GPS|Camera maker/);
      expect(await isColour(shown.bytes, [200, 20, 20])).toBe(true);
    }
    const stays = await stored(product);
    expect(stays!.bytes.toString('latin1')).not.toMatch(/Exif|GPS|Camera maker/);
    expect(await historyOf(product)).toMatchObject([
      { action: 'accept-photo', actor: one.email, before: null, after: { size: '900 × 900' } },
    ]);
    expect(await waiting()).toEqual([]);
    expect((await decide(one, form)).status).toBe(404);
    // A mistake is taken back where PlasticList's have no page either.
    expect((await one.page(photoPage(product), { intent: 'remove-photo' })).status).toBe(303);
    expect(await stored(product)).toBeUndefined();
  });

  it('waits alone of its browser, and is refused with a sentence where it is none', async () => {
    const one = await anAdministrator(story);
    const who = new Visitor(story);
    const product = await aProduct('Photographed');
    const photo = await picture();
    const refusals: [Uint8Array | undefined, number, string][] = [
      [undefined, 400, messages.PHOTO_MISSING],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, messages.PHOTO_UNUSABLE],
      [pngHeader(9_000, 9_000), 415, messages.PHOTO_UNUSABLE],
      [Buffer.concat([photo, Buffer.alloc(10 * MEBIBYTE)]), 413, messages.PHOTO_TOO_LARGE],
      [Buffer.concat([photo, Buffer.alloc(11 * MEBIBYTE)]), 413, messages.PHOTO_TOO_LARGE],
    ];
    for (const [bytes, status, sentence] of refusals) {
      const refused = bytes
        ? await send(who, product, bytes)
        : await who.upload(`/photo/${product.id}`, {});
      expect([refused.status, refused.body.includes(sentence)]).toEqual([status, true]);
    }
    expect(await waiting()).toEqual([]);
    for (const gone of [{ id: 99_999 }, { id: 2_147_483_648 }]) {
      const refused = await send(who, gone, photo);
      expect([refused.status, refused.body.includes(messages.NOT_PICTURED)]).toEqual([404, true]);
    }
    // Sent twice at once, it is taken once.
    const twice = await Promise.all([send(who, product, photo), send(who, product, photo)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const next = await send(who, await aProduct(), photo);
    expect([next.status, next.body.includes(messages.PHOTO_WAITS)]).toEqual([409, true]);
    const [row] = await waiting();
    expect((await decide(one, { intent: 'refuse', photo: row!.id })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(await historyOf(product)).toMatchObject([{ action: 'refuse-photo', after: null }]);
    expect(await stored(product)).toBeUndefined();
    expect((await send(who, product, photo)).status).toBe(200);
    await db()
      .update(sentPhotos)
      .set({ sentAt: new Date(Date.now() - 31 * 86_400_000) });
    await pruneSentPhotos();
    expect(await waiting()).toEqual([]);
    const times = Array.from({ length: 10 }, () => send(who, product, Buffer.from('none')));
    const limited = (await Promise.all(times)).find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toBeTruthy();
    await db().delete(rateLimits);
  });

  it('waits with at most ten of its network, all of which are refused at once', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('From one network');
    const photo = await picture();
    const from = (address: string) => {
      const who = new Visitor(story);
      return who.upload(
        `/photo/${product.id}`,
        {},
        { name: 'IMG_1.jpg', bytes: photo },
        {
          'X-Forwarded-For': address,
        },
      );
    };
    const { TRUSTED_PROXIES: before } = config();
    config().TRUSTED_PROXIES = ['127.0.0.1', '::1'];
    for (let at = 0; at < 10; at += 1)
      expect((await from(`2001:db8:7:${at.toString(16)}::1`)).status).toBe(200);
    const full = await from('2001:db8:7:ffff::1');
    expect([full.status, full.body.includes(messages.PHOTOS_OF_NETWORK)]).toEqual([503, true]);
    for (const elsewhere of ['2001:db8:8::1', '198.51.100.7', '198.51.100.200'])
      expect((await from(elsewhere)).status).toBe(200);
    config().TRUSTED_PROXIES = before;
    const { body } = await one.page(desk);
    expect(body).toContain('Refuse all 10 of this network');
    expect(body).toContain('Refuse all 2 of this network');
    const [first] = await waiting();
    const gone = await decide(one, { intent: 'refuse-network', photo: first!.id });
    expect([gone.status, gone.body.includes('10 photos have been deleted.')]).toEqual([200, true]);
    expect(await waiting()).toHaveLength(3);
    const noted = await historyOf(product);
    expect(noted.map(({ action }) => action)).toEqual(Array<string>(10).fill('refuse-photo'));
    const again = await decide(one, { intent: 'refuse-network', photo: first!.id });
    expect(again.status).toBe(404);
    await db().delete(sentPhotos);
  });

  it('replaces another by choice alone, and goes along where its product is merged', async () => {
    const one = await anAdministrator(story);
    const [gone, product] = [await aProduct('Sent for'), await aProduct('Stays')];
    for (const colour of ['#c81414', '#1414c8']) {
      await send(new Visitor(story), gone, await picture({ colour }));
    }
    await mergeProducts({ actor: 'command line' }, gone.id, product.id);
    const [red, blue] = await waiting();
    expect([red?.productId, blue?.productId]).toEqual([product.id, product.id]);
    const accept = (photo: string, seen: string) => decide(one, { intent: 'accept', photo, seen });
    expect((await accept(red!.id, '')).status).toBe(200);
    // Chosen on a page that showed no picture yet.
    expect((await accept(blue!.id, '')).status).toBe(409);
    expect((await stored(product))!.version).toBe(red!.version);
    const { body } = await one.page(desk);
    expect(body).toContain('Show it instead');
    expect((await accept(blue!.id, hiddenIn(body, 'seen'))).status).toBe(200);
    expect((await stored(product))!.version).toBe(blue!.version);
  });
});
