import { describe, expect, test } from 'vitest';
import { acceptedFormat, isUsual, readImageQuery } from './image-query.ts';
import { IMAGE_WIDTHS, imageSource } from './image-source.ts';

const read = (query: string) => readImageQuery(Object.fromEntries(new URLSearchParams(query)));

describe('readImageQuery', () => {
  test.each([
    ['', { widthPx: 512, heightPx: 512, quality: 70, fit: 'cover', format: 'auto' }],
    ['width=128', { widthPx: 128, heightPx: 128 }],
    ['height=300', { widthPx: 300, heightPx: 300 }],
    ['width=512&height=128&quality=1', { widthPx: 512, heightPx: 128, quality: 1 }],
    ['fit=contain&format=jpg&quality=100', { fit: 'contain', format: 'jpeg', quality: 100 }],
    ['v=abc&utm_source=mail', { widthPx: 512 }],
  ])('%s', (query, asked) => {
    expect(read(query)).toMatchObject({ ok: true, asked });
  });

  test.each([
    ['width=127', 'width must be a whole number of pixels from 128 to 512.'],
    ['width=513', 'width must be a whole number of pixels from 128 to 512.'],
    ['width=20000', 'width must be a whole number of pixels from 128 to 512.'],
    ['width=-256', 'width must be a whole number of pixels from 128 to 512.'],
    ['width=2e2', 'width must be a whole number of pixels from 128 to 512.'],
    ['width=', 'width must be a whole number of pixels from 128 to 512.'],
    ['height=256.5', 'height must be a whole number of pixels from 128 to 512.'],
    ['height=Infinity', 'height must be a whole number of pixels from 128 to 512.'],
    ['quality=0', 'quality must be a whole number from 1 to 100.'],
    ['quality=101', 'quality must be a whole number from 1 to 100.'],
    ['fit=outside', 'fit must be cover, contain or inside.'],
    ['format=svg', 'format must be auto, avif, webp or jpeg.'],
  ])('%s is refused', (query, error) => expect(read(query)).toEqual({ ok: false, error }));

  test('what the pages ask for is usual, whatever its format; nothing else is', () => {
    const usual = (query: string) => {
      const asked = read(query);
      return asked.ok && isUsual(asked.asked);
    };
    for (const width of IMAGE_WIDTHS) {
      expect(usual(imageSource('/images/1.jpg', width).src.split('?')[1] ?? '')).toBe(true);
    }
    expect(usual('width=128&format=webp')).toBe(true);
    for (const odd of ['width=129', 'width=128&height=256', 'quality=71', 'fit=inside']) {
      expect(usual(odd)).toBe(false);
    }
  });
});

describe('acceptedFormat', () => {
  test.each([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
    ['image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,*/*;q=0.5', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['image/avif;q=0.5, image/webp', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['IMAGE/AVIF ; Q=0.9', 'avif'],
    ['image/avif;q=none', 'avif'],
    ['*/*', 'jpeg'],
    ['image/*', 'jpeg'],
    ['', 'jpeg'],
  ])('%s: %s', (accept, format) => expect(acceptedFormat(accept)).toBe(format));
});
