import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { darkPalette, lightPalette } from './palette.ts';
import { readColours, readTypeScale } from '#test/support/read-tokens.ts';

const css = readFileSync('app/ui/styles.css', 'utf8');
const tokens = new Map(readColours(css).map((colour) => [colour.name, colour]));

test.each([
  ['light', lightPalette],
  ['dark', darkPalette],
] as const)('letters and pictures have the site’s colours, %s', (scheme, palette) => {
  for (const [name, value] of Object.entries(palette)) {
    const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(tokens.get(token)?.[scheme], token).toBe(value);
  }
});

test('the site’s sign is drawn in its colours', () => {
  const sign = readFileSync('public/favicon.svg', 'utf8');
  const drawn = new Set(sign.match(/#[0-9a-f]{6}\b/g));
  const { paperRaised, accent, accentInk } = lightPalette;
  expect([...drawn]).toEqual([paperRaised, accent, accentInk]);
});

test('the type scale rises, and every line is higher than its letters', () => {
  const steps = readTypeScale(css);
  expect(steps.length).toBeGreaterThan(6);
  expect(steps).toEqual(steps.toSorted((a, b) => a.sizeRem - b.sizeRem));
  for (const { name, sizeRem, lineRem } of steps) expect(lineRem, name).toBeGreaterThan(sizeRem);
});
