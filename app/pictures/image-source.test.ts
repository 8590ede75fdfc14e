import { describe, expect, test } from 'vitest';
import { imageSource } from './image-source.ts';

const asked = (width: number) => `width=${width}&height=${width}&quality=70&fit=cover&format=auto`;

describe('imageSource', () => {
  test.each([
    [96, 128],
    [128, 128],
    [129, 256],
    [512, 512],
    [2000, 512],
  ])('shown at %i px, requested at %i', (shown, requested) => {
    expect(imageSource('/images/1001.jpg', shown).src).toBe(`/images/1001.jpg?${asked(requested)}`);
  });

  test('offers every width', () => {
    expect(imageSource('/i.jpg', 128).srcSet).toBe(
      [128, 256, 384, 512].map((width) => `/i.jpg?${asked(width)} ${width}w`).join(', '),
    );
  });

  test('keeps what the address already says', () => {
    expect(imageSource('/i.jpg?v=3&width=9', 128).src).toBe(
      '/i.jpg?v=3&width=128&height=128&quality=70&fit=cover&format=auto',
    );
  });
});
