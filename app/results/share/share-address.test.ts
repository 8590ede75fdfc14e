import { expect, test } from 'vitest';
import { baby, specChild } from '#app/results/answers/eater.ts';
import { shareFileName, shareImageAddress, shareRatio } from './share-address.ts';

test.each([
  ['Oat Milk', 'oat_milk_report.png'],
  ['Ben & Jerry’s, 1 l', 'ben___jerry_s__1_l_report.png'],
  ['Häagen-Dazs 50%', 'h_agen_dazs_50__report.png'],
  ['"; filename=x.exe', '___filename_x_exe_report.png'],
])('%j is saved as %j', (name, file) => {
  expect(shareFileName(name)).toBe(file);
});

test.each([
  [undefined, 2],
  [0, 2],
  [1, 1],
  [1.25, 2],
  [2, 2],
  [2.625, 3],
  [4, 3],
])('a screen of %j pixels a CSS pixel gets %j', (pixels, ratio) => {
  expect(shareRatio(pixels)).toBe(ratio);
});

test('an address names what was chosen, and nothing else', () => {
  expect(shareImageAddress({ originalId: 93 })).toBe('/plasticlist/93/report.png');
  expect(shareImageAddress({ originalId: 93, eater: specChild })).toBe(
    '/plasticlist/93/report.png',
  );
  expect(
    shareImageAddress({ originalId: 93, eater: { weightKg: 70, servings: 2 }, ratio: 3 }),
  ).toBe('/plasticlist/93/report.png?ratio=3&weight=adult&servings=2');
  expect(shareImageAddress({ originalId: 1, eater: baby })).toBe(
    '/plasticlist/1/report.png?weight=baby',
  );
});
