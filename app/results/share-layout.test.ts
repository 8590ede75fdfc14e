import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameStyle, shareInk } from './share-layout.ts';

test('the picture’s colours are the site’s by day', () => {
  const [light = ''] = readFileSync('app/ui/styles.css', 'utf8').split('@media');
  const tokens = new Map([...light.matchAll(/--([\w-]+): (#\w+);/g)].map(([, n, v]) => [n, v]));
  for (const [name, value] of Object.entries(shareInk)) {
    const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(tokens.get(token), token).toBe(value);
  }
});

test('the longer a name, the smaller', () => {
  const sizes = [10, 40, 80, 119, 200, 300].map((length) => nameStyle('n'.repeat(length)).fontSize);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBe(6);
});
