import { expect, test } from 'vitest';
import { nameStyle } from './share-layout.tsx';

test('the longer a name, the smaller', () => {
  const sizes = [10, 40, 80, 119, 200, 300].map((length) => nameStyle('n'.repeat(length)).fontSize);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBe(6);
});
