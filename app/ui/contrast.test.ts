import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { colourPairs, decoration, texts } from './colour-pairs.ts';
import { contrastRatio } from './contrast.ts';
import { readColours, type Scheme } from './read-tokens.ts';

const css = readFileSync('app/ui/styles.css', 'utf8');
const colours = readColours(css);
const tokens = new Map(colours.map((colour) => [colour.name, colour]));

describe('contrastRatio', () => {
  // The first three by definition; the others as WebAIM's contrast checker gives them.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#8a8170', '#8a8170', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
  ])('%s on %s', (front, behind, ratio) => {
    expect(contrastRatio(front, behind)).toBeCloseTo(ratio, 2);
  });

  test('refuses what has no ratio of its own', () => {
    expect(() => contrastRatio('rgb(0 0 0 / 0.5)', '#ffffff')).toThrow('#rrggbb');
    expect(() => contrastRatio('#ffffff', '#ggg')).toThrow('#rrggbb');
  });
});

test.each(['light', 'dark'] as const)('every pair in use can be made out, %s', (scheme) => {
  const faint = colourPairs
    .map(({ front, behind, ratio }) => ({
      pair: `${front} on ${behind}: at least ${ratio}`,
      found: contrastRatio(value(front, scheme), value(behind, scheme)),
      ratio,
    }))
    .filter(({ found, ratio }) => found < ratio);
  expect(faint).toEqual([]);
});

test('the focus ring is drawn in a colour of the table', () => {
  const [, ring] = /@utility focus-ring \{\s*outline: 2px solid var\(--([\w-]+)\)/.exec(css) ?? [];
  expect(texts).toContain(ring);
});

test('every token has its place: in a pair, or as decoration with a reason', () => {
  const paired = colourPairs.flatMap(({ front, behind }) => [front, behind]);
  const placed = new Set([...paired, ...Object.keys(decoration)]);
  expect(colours.length).toBeGreaterThan(15);
  expect([...placed].toSorted()).toEqual(colours.map(({ name }) => name).toSorted());
});

test('every colour that Tailwind knows is a token with both schemes', () => {
  const named = [...css.matchAll(/^\s*--color-([\w-]+): var\(--([\w-]+)\);$/gm)];
  expect(named.length).toBeGreaterThan(15);
  for (const [, name, token] of named) {
    expect(token).toBe(name);
    expect(tokens, name).toHaveProperty('size');
    expect([...tokens.keys()]).toContain(name);
  }
});

function value(name: string, scheme: Scheme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`styles.css has no --${name}.`);
  return token[scheme];
}
