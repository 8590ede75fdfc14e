import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawImage, ImageBrokenError, imageProblem, type Drawing } from './draw-image.server.ts';
import { halfPicture, picture, pngBomb } from '#test/support/pictures.ts';

const drawing: Drawing = {
  widthPx: 128,
  heightPx: 128,
  quality: 70,
  fit: 'cover',
  format: 'webp',
};

test('a picture just within the limit is drawn, one just past it is not', async () => {
  const [within, past] = [pngBomb(8_000, 5_000), pngBomb(8_000, 5_001)];
  expect(await imageProblem(within)).toBeUndefined();
  expect(await sharp(await drawImage(within, drawing)).metadata()).toMatchObject({ width: 128 });
  expect(await imageProblem(past)).toBe('it has 8000 by 5001 pixels; at most 40000000 are drawn');
  await expect(drawImage(past, drawing)).rejects.toThrow(ImageBrokenError);
});

test.each([
  ['half a picture', halfPicture],
  ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is not drawn', async (_, bytes) => {
  await expect(drawImage(await bytes(), drawing)).rejects.toThrow(ImageBrokenError);
});

test.each(['avif', 'webp', 'jpeg'] as const)(
  '%s: a lower quality is fewer bytes',
  async (format) => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const create = { width: 200, height: 200, channels: 3 as const, background: '#888', noise };
    const bytes = await sharp({ create }).png().toBuffer();
    const [low, high] = await Promise.all(
      [30, 90].map((quality) => drawImage(bytes, { ...drawing, format, quality })),
    );
    expect(low!.byteLength).toBeLessThan(high!.byteLength);
  },
);

test('no fit makes more of a long picture than was asked for', async () => {
  const long = await picture({ widthPx: 10_000, heightPx: 10 });
  for (const fit of ['cover', 'contain', 'inside'] as const) {
    const { width, height } = await sharp(await drawImage(long, { ...drawing, fit })).metadata();
    expect(Math.max(width, height)).toBe(128);
  }
});
