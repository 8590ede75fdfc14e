import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { photosOfProducts, type ProductPhotos } from './product-photos.server.ts';
import { imageAnswer, IMAGES_PATH } from './serve-images.server.ts';
import { forgetCached } from '#app/cache/cache.server.ts';
import { imageFolder } from './image-folder.server.ts';
import { halfPicture, picture, pngBomb } from '#test/support/pictures.ts';

const CHROMIUM = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

const NO_UPLOADS: ProductPhotos['uploads'] = {
  find: () => undefined,
  stamp: () => '',
  read: async () => undefined,
  refresh: async () => {},
};
let folder: string;
let photos: ProductPhotos;
let site: Hono;
const put = (name: string, bytes: Buffer) => fs.writeFileSync(path.join(folder, name), bytes);
const ask = async (address: string, headers: Record<string, string> = {}) =>
  site.request(`/images/${address}`, { headers });
const sizeOf = async (answered: Response) => {
  const { format, width, height } = await sharp(await answered.arrayBuffer()).metadata();
  return [format, width, height];
};

beforeEach(() => {
  forgetCached();
  folder = fs.mkdtempSync(path.join(tmpdir(), 'openassay-images-'));
  const files = { '0092': 'tea-shop.jpg', '0093': 'tea-shop.jpg', '0094': 'missing.jpg' };
  photos = photosOfProducts(imageFolder(folder, Infinity), files, NO_UPLOADS);
  site = new Hono().get(
    IMAGES_PATH,
    imageAnswer(() => photos),
  );
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('the photo of a product', () => {
  test('bears its padded code, in any of the formats', async () => {
    put('0002.jpg', await picture());
    put('1004.png', await picture({ format: 'png' }));
    put('12345.avif', await picture({ format: 'avif' }));
    await photos.folder.refresh();
    expect(photos.address(2)).toMatch(/^\/images\/0002\.jpg\?v=[\w-]{16}$/);
    expect(photos.address(1004)).toMatch(/^\/images\/1004\.png\?v=/);
    expect(photos.address(12_345)).toMatch(/^\/images\/12345\.avif\?v=/);
    expect(photos.address(3)).toBeNull();
    // By its code and any ending, whatever the stored one is.
    expect((await ask('1004.jpg')).status).toBe(200);
    expect((await ask('3.jpg')).status).toBe(404);
  });

  test('may be one of several products', async () => {
    put('tea-shop.jpg', await picture({ colour: '#f00' }));
    put('0093.jpg', await picture({ colour: '#0f0' }));
    put('0094.jpg', await picture({ colour: '#00f' }));
    await photos.folder.refresh();
    expect(photos.address(92)).toMatch(/^\/images\/tea-shop\.jpg\?v=/);
    // What the map says comes first; where that file is not there, the product's own does.
    expect(photos.address(93)).toBe(photos.address(92));
    expect(photos.address(94)).toMatch(/^\/images\/0094\.jpg\?v=/);
    const shared = await (await ask('0092.jpg?width=128')).arrayBuffer();
    expect(await (await ask('tea-shop.jpg?width=128')).arrayBuffer()).toEqual(shared);
  });

  test('has an address that lasts until the photo is another', async () => {
    put('0002.jpg', await picture({ colour: '#f00' }));
    await photos.folder.refresh();
    const first = photos.address(2);
    put('0002.jpg', await picture({ colour: '#0f0' }));
    await photos.folder.refresh();
    expect(photos.address(2)).not.toBe(first);
  });
});

describe('an image', () => {
  beforeEach(async () => {
    put('0002.jpg', await picture({ widthPx: 600, heightPx: 300 }));
    await photos.folder.refresh();
  });

  test.each([
    ['', ['jpeg', 512, 512]],
    ['?width=128&height=128&quality=70&fit=cover&format=webp', ['webp', 128, 128]],
    ['?width=256&height=128', ['jpeg', 256, 128]],
    ['?width=400&fit=inside', ['jpeg', 400, 200]],
    ['?width=300&fit=contain&format=jpg', ['jpeg', 300, 300]],
    ['?width=128&format=avif', ['heif', 128, 128]],
  ])('0002.jpg%s', async (query, size) => {
    const answered = await ask(`0002.jpg${query}`);
    expect(answered.status).toBe(200);
    expect(await sizeOf(answered)).toEqual(size);
  });

  test.each([
    [CHROMIUM, 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ])('accepted as %s is %s, and caches are told', async (accept, type) => {
    const answered = await ask('0002.jpg?width=128', { accept });
    expect(answered.headers.get('content-type')).toBe(type);
    expect(answered.headers.get('vary')).toBe('Accept');
    const [format] = await sizeOf(answered);
    expect(format).toBe(type === 'image/avif' ? 'heif' : type.slice(6));
  });

  test('of a named format is the same for everyone', async () => {
    const answered = await ask('0002.jpg?format=jpeg', { accept: CHROMIUM });
    expect(answered.headers.get('content-type')).toBe('image/jpeg');
    expect(answered.headers.get('vary')).toBeNull();
  });

  test('under an address that names its content is kept for ever, else asked for again', async () => {
    const cachingOf = async (address: string) => (await ask(address)).headers.get('cache-control');
    const lasting = photos.address(2)?.replace('/images/', '') ?? '';
    expect(await cachingOf(lasting)).toBe('public, max-age=31536000, immutable');
    expect(await cachingOf('0002.jpg')).toBe('public, no-cache');
    expect(await cachingOf('0002.jpg?v=other')).toBe('public, no-cache');
  });

  test('is not sent to whoever has it, until it is another', async () => {
    const etag = (await ask('0002.jpg')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask('0002.jpg', { 'if-none-match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('vary')).toBe('Accept');
    }
    for (const other of ['?width=128', '?quality=71', '?fit=inside', '?format=webp']) {
      expect((await ask(`0002.jpg${other}`, { 'if-none-match': etag })).status).toBe(200);
    }
    put('0002.jpg', await picture({ colour: '#00f' }));
    await photos.folder.refresh();
    expect((await ask('0002.jpg', { 'if-none-match': etag })).status).toBe(200);
  });

  test('that was replaced a moment ago is the new one, never under the old one’s address', async () => {
    const old = photos.address(2)?.replace('/images/', '') ?? '';
    put('0002.jpg', await picture({ colour: '#0000ff' }));
    const answered = await ask(old);
    expect(answered.headers.get('cache-control')).toBe('public, no-cache');
    const { dominant } = await sharp(await answered.arrayBuffer()).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
    fs.rmSync(path.join(folder, '0002.jpg'));
    expect((await ask('0002.jpg?width=256')).status).toBe(404);
  });

  test('stands upright and says nothing of the camera or the place', async () => {
    const turned = await sharp(await picture({ widthPx: 600, heightPx: 300 }))
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    put('0003.jpg', turned);
    await photos.folder.refresh();
    const drawn = await (await ask('0003.jpg?fit=inside')).arrayBuffer();
    const { width, height, exif, orientation } = await sharp(drawn).metadata();
    expect([width, height, exif, orientation]).toEqual([256, 512, undefined, undefined]);
  });

  test('with a see-through ground is on white where the format has no such thing', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const create = { width: 200, height: 200, channels: 4 as const, background };
    put('0004.png', await sharp({ create }).png().toBuffer());
    await photos.folder.refresh();
    const drawn = await (await ask('0004.png')).arrayBuffer();
    expect((await sharp(drawn).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });
});

describe('refused is', () => {
  test.each([
    ['width=4096', 'width must be a whole number of pixels from 128 to 512.'],
    ['height=20000', 'height must be a whole number of pixels from 128 to 512.'],
    ['quality=1000', 'quality must be a whole number from 1 to 100.'],
    ['fit=outside', 'fit must be cover, contain or inside.'],
    ['format=gif', 'format must be auto, avif, webp or jpeg.'],
  ])('%s', async (query, error) => {
    put('0002.jpg', await picture());
    await photos.folder.refresh();
    const answered = await ask(`0002.jpg?${query}`);
    expect(answered.status).toBe(400);
    expect(answered.headers.get('cache-control')).toBe('no-store');
    expect(await answered.json()).toEqual({ error });
  });

  test.each(['0009.jpg', '..%2fsecret.jpg', '%2e%2e%2fsecret.jpg', '..%5csecret.jpg', '%00.jpg'])(
    '%s: there is no such image',
    async (name) => {
      const answered = await ask(name);
      expect(answered.status).toBe(404);
      expect(await answered.json()).toEqual({ error: 'There is no such image.' });
    },
  );

  test('a picture that unfolds to 20,000 by 20,000 pixels', async () => {
    const bomb = pngBomb(20_000, 20_000);
    expect(bomb.length).toBeLessThan(100_000);
    put('0002.png', bomb);
    await photos.folder.refresh();
    expect(photos.address(2)).toBeNull();
    expect((await ask('0002.png')).status).toBe(404);
    // Put where a good one was looked at, it is not drawn either.
    put('0003.png', await picture({ format: 'png' }));
    await photos.folder.refresh();
    put('0003.png', bomb);
    expect((await ask('0003.png')).status).toBe(404);
  });

  test('half a picture, which pages then no longer ask for', async () => {
    put('0002.jpg', await halfPicture());
    await photos.folder.refresh();
    expect(photos.address(2)).not.toBeNull();
    const answered = await ask('0002.jpg');
    expect(answered.status).toBe(404);
    expect(await answered.json()).toEqual({ error: 'This image cannot be shown.' });
    expect(photos.address(2)).toBeNull();
  });

  test('what comes past the queue of odd sizes, at once, while the usual ones are drawn', async () => {
    put('0002.jpg', await picture({ widthPx: 2_000, heightPx: 2_000 }));
    await photos.folder.refresh();
    const odd = Array.from({ length: 40 }, (_, at) => ask(`0002.jpg?width=${200 + at}`));
    const usual = ask('0002.jpg?width=256');
    const answers = await Promise.all(odd);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBe(11);
    expect(refused.length).toBe(29);
    expect(refused[0]?.headers.get('retry-after')).toBe('2');
    expect(await refused[0]?.json()).toEqual({
      error: 'Too many images are being drawn. Please try again in a moment.',
    });
    expect((await usual).status).toBe(200);
  });
});
