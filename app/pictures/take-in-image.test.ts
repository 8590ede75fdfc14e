import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageBrokenError } from './draw-image.server.ts';
import { takeInImage, uprightSize } from './take-in-image.server.ts';
import { halfPicture, picture, pngHeader } from '#test/support/pictures.ts';

const SCRIPT = '<script>alert(1)</script>';

/** Left half red, right half blue. */
async function twoHalves(widthPx = 400, heightPx = 300): Promise<Buffer> {
  const half = { width: widthPx / 2, height: heightPx, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#e01010' } })
    .png()
    .toBuffer();
  const size = { width: widthPx, height: heightPx, channels: 3 as const };
  return sharp({ create: { ...size, background: '#1010e0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** The colour in the middle of a part, as red, green and blue. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > g + 60 && r > b + 60;
const isBlue = ([r = 0, g = 0, b = 0]: number[]) => b > r + 60 && b > g + 60;

describe('what is taken in', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is a %s, as WebP', async (format) => {
    const taken = await takeInImage(await picture({ format }));
    expect(await sharp(taken.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 600,
      height: 400,
      space: 'srgb',
    });
    expect(taken).toMatchObject({ widthPx: 600, heightPx: 400 });
    expect(taken.version).toMatch(/^[\w-]{16}$/);
  });

  it('is made no larger than pages need', async () => {
    const taken = await takeInImage(await picture({ widthPx: 4_000, heightPx: 2_000 }));
    expect(taken).toMatchObject({ widthPx: 1_600, heightPx: 800 });
  });

  it('loses the camera’s notes: place, device, colour profile, comments', async () => {
    const noted = await sharp(await picture())
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Somebody' },
        IFD3: { GPSLatitude: '48/1 51/1 2400/100', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><where>SecretPlace</where></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(noted).metadata();
    expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
    expect(noted.includes('SecretCamera')).toBe(true);
    const { bytes } = await takeInImage(noted);
    const after = await sharp(bytes).metadata();
    expect([after.exif, after.xmp, after.icc, after.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Secret')).toBe(false);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stands upright, turned by a camera as %i', async (turn) => {
    const lying = await sharp(await twoHalves())
      .withMetadata({ orientation: turn })
      .jpeg({ quality: 95 })
      .toBuffer();
    const taken = await takeInImage(lying);
    const upright = await sharp(lying).autoOrient().png().toBuffer({ resolveWithObject: true });
    expect([taken.widthPx, taken.heightPx]).toEqual([upright.info.width, upright.info.height]);
    expect(await uprightSize(lying)).toEqual({
      widthPx: upright.info.width,
      heightPx: upright.info.height,
    });
    expect([taken.widthPx, taken.heightPx]).toEqual(turn > 4 ? [300, 400] : [400, 300]);
    for (const [x, y] of [
      [40, 40],
      [taken.widthPx - 40, taken.heightPx - 40],
    ] as const) {
      const [is, was] = [await colourAt(taken.bytes, x, y), await colourAt(upright.data, x, y)];
      expect(isRed(is)).toBe(isRed(was));
      expect(isBlue(is)).toBe(isBlue(was));
    }
    expect((await sharp(taken.bytes).metadata()).orientation).toBeUndefined();
  });

  it('has a screen’s colours, although it came for print', async () => {
    const printed = await sharp(await twoHalves())
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    const print = turned(printed, 6);
    expect(await sharp(print).metadata()).toMatchObject({ space: 'cmyk', orientation: 6 });
    const taken = await takeInImage(print);
    expect((await sharp(taken.bytes).metadata()).space).toBe('srgb');
    expect([taken.widthPx, taken.heightPx]).toEqual([300, 400]);
    // Turned right by a quarter: what was left is on top.
    expect(isRed(await colourAt(taken.bytes, 150, 60))).toBe(true);
    expect(isBlue(await colourAt(taken.bytes, 150, 340))).toBe(true);
  });

  it('is the part that was asked for, of the upright picture', async () => {
    const lying = await sharp(await twoHalves())
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const lower = await takeInImage(lying, { leftPx: 10, topPx: 210, widthPx: 200, heightPx: 180 });
    expect([lower.widthPx, lower.heightPx]).toEqual([200, 180]);
    expect(isBlue(await colourAt(lower.bytes, 100, 20))).toBe(true);
    expect(isBlue(await colourAt(lower.bytes, 100, 160))).toBe(true);
  });

  it('is one still picture, whatever moved', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((colour) => picture({ colour, format: 'png' })),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(3);
    const { bytes } = await takeInImage(moving);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    expect(isRed(await colourAt(bytes, 300, 200))).toBe(true);
  });
});

describe('what lies in a file beside its pixels', () => {
  it.each([
    ['a page behind a JPEG', async () => Buffer.concat([await picture(), Buffer.from(SCRIPT)])],
    [
      'an archive behind a PNG',
      async () =>
        Buffer.concat([await picture({ format: 'png' }), Buffer.from('PK\u0003\u0004evil.exe')]),
    ],
    [
      'a script in a comment',
      async () => {
        const jpeg = await picture();
        const comment = Buffer.from(`*/=1;${SCRIPT}`);
        const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
        return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
      },
    ],
    [
      'a script in the notes',
      async () =>
        sharp(await picture())
          .withExif({ IFD0: { ImageDescription: SCRIPT } })
          .jpeg()
          .toBuffer(),
    ],
  ])('%s does not go on', async (_, make) => {
    const bytes = await make();
    const taken = await takeInImage(bytes);
    expect(taken.bytes.includes('alert')).toBe(false);
    expect(taken.bytes.includes('evil')).toBe(false);
    expect(taken).toMatchObject({ widthPx: 600, heightPx: 400 });
  });
});

describe('what is refused', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${SCRIPT}</svg>`;
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['an SVG with a script', () => Buffer.from(svg), 'it is not a JPEG, PNG, WebP, or AVIF'],
    [
      'an SVG after an XML line',
      () => Buffer.from(`<?xml version="1.0"?>${svg}`),
      'it is not a JPEG, PNG, WebP, or AVIF',
    ],
    [
      'a page that is called a photo',
      () => Buffer.from(`<!doctype html>${SCRIPT}`),
      'it is not a JPEG, PNG, WebP, or AVIF',
    ],
    [
      'an animated GIF',
      async () =>
        sharp([await picture({ format: 'png' }), await picture({ colour: '#0f0' })], {
          join: { animated: true },
        })
          .gif()
          .toBuffer(),
      'it is not a JPEG, PNG, WebP, or AVIF',
    ],
    ['a GIF that says it is huge', gifBomb, 'it is not a JPEG, PNG, WebP, or AVIF'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'it is not a JPEG, PNG, WebP, or AVIF'],
    [
      'a TIFF',
      async () =>
        sharp(await picture())
          .tiff()
          .toBuffer(),
      'it is not a JPEG, PNG, WebP, or AVIF',
    ],
    ['nothing', () => Buffer.alloc(0), 'it is not a JPEG, PNG, WebP, or AVIF'],
    [
      'a signature and no more',
      () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      '', // in the library's words
    ],
    ['half a picture', halfPicture, ''],
    [
      'one that is too small',
      async () => picture({ widthPx: 600, heightPx: 100 }),
      'it has 600 by 100 pixels; at least 128 by 128 are needed',
    ],
  ])('%s', async (_, make, why) => {
    const taking = takeInImage(await make());
    await expect(taking).rejects.toBeInstanceOf(ImageBrokenError);
    await expect(taking).rejects.toThrow(why);
  });

  it('is told by its header, before anything is decoded: 50,000 by 50,000 pixels', async () => {
    const bomb = pngHeader(50_000, 50_000);
    const before = process.memoryUsage().rss;
    await expect(takeInImage(bomb)).rejects.toThrow(
      'it has 50000 by 50000 pixels; at most 40000000 are drawn',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });
});

/** A JPEG with a camera's note of how it was held, and no other. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const note = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0',
    'latin1',
  );
  note.writeUInt8(orientation, note.indexOf('?'));
  const head = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, note, jpeg.subarray(2)]);
}

/** A GIF of a few bytes that says it has 65,535 by 65,535 pixels. */
function gifBomb(): Buffer {
  const header = Buffer.from('GIF89a\xff\xff\xff\xff\x80\x00\x00', 'latin1');
  return Buffer.concat([header, Buffer.alloc(6), Buffer.from(';')]);
}
