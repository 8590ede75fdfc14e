import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { webManifest } from '#app/feeds/web-manifest.ts';
import { paper } from '#app/ui/palette.ts';
import { drawIcon, icons } from './icons.ts';

/** Drawn elsewhere, an edge may come out a shade lighter: of 255. */
const SHADE = 2;

const pictureOf = (bytes: Buffer, file: string) =>
  file.endsWith('.ico') ? bytes.subarray(22) : bytes;

describe.each(icons)('$file', (icon) => {
  const bytes = pictureOf(readFileSync(icon.file), icon.file);

  it('has its size', async () => {
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([icon.sizePx, icon.sizePx, 'png']);
  });

  it('shows the sign as it is now', async () => {
    const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();
    const stored = await pixels(bytes);
    const drawn = await pixels(pictureOf(await drawIcon(icon), icon.file));
    expect(stored.length).toBe(drawn.length);
    const off = stored.reduce((most, value, at) => Math.max(most, Math.abs(value - drawn[at]!)), 0);
    expect(off).toBeLessThanOrEqual(SHADE);
  });

  it('leaves no corner open where a home screen fills it', async () => {
    if (icon.share === 1) return;
    const { isOpaque } = await sharp(bytes).stats();
    expect(isOpaque).toBe(true);
  });
});

describe('the web manifest', () => {
  it('names pictures that there are, at their sizes', async () => {
    for (const { src, sizes } of webManifest(paper.light).icons) {
      const file = `public${src}`;
      if (sizes === 'any') expect(readFileSync(file, 'utf8')).toMatch(/^<svg /);
      else
        expect(`${icons.find((icon) => icon.file === file)?.sizePx}x`.repeat(2)).toContain(sizes);
    }
  });
});
