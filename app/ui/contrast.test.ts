import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readColours, type Scheme } from '#test/support/read-tokens.ts';

/** WCAG 2.2: 1.4.3 for text of any size, 1.4.11 for controls, focus rings and graphics. */
const TEXT_RATIO = 4.5;
const MARK_RATIO = 3;

/** Two tokens that meet, the one in front first, and the ratio they must reach. */
interface ColourPair {
  front: string;
  behind: string;
  ratio: number;
}

/** What may lie behind anything: paper at three heights, and the washes of tags and notices. */
const surfaces = ['paper', 'paper-raised', 'paper-sunk', 'accent-wash', 'danger-wash', 'warn-wash'];

/** What may be written on every surface, so that a text can be moved without a second thought. */
const texts = ['ink', 'ink-soft', 'ink-faint', 'accent-ink', 'danger', 'warn'];

/** Frames of controls, fills and strokes of drawings: to be made out on every surface. */
const marks = ['line-strong', 'accent'];

/** What shows the wrong way round: light on dark by day. */
const reversed: ColourPair[] = [
  { front: 'on-accent', behind: 'accent-ink', ratio: TEXT_RATIO },
  { front: 'paper', behind: 'ink', ratio: TEXT_RATIO },
  { front: 'paper-raised', behind: 'ink', ratio: TEXT_RATIO },
];

/** Carries no meaning alone, hence has no ratio to reach: each with what it does. */
const decoration: Record<string, string> = {
  line: 'hairlines between what space already parts',
  grid: 'squared paper behind drawings',
  edge: 'shade where a sheet scrolls on',
  veil: 'what lies over the page behind a dialog',
};

/** Every pair in use. */
const colourPairs: ColourPair[] = [
  ...surfaces.flatMap((behind) => [
    ...texts.map((front) => ({ front, behind, ratio: TEXT_RATIO })),
    ...marks.map((front) => ({ front, behind, ratio: MARK_RATIO })),
  ]),
  ...reversed,
];

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
  const [, ring] =
    /@utility focus-ring \{\s*outline: 2px solid var\(--color-([\w-]+)\)/.exec(css) ?? [];
  expect(texts).toContain(ring);
});

test('every token has its place: in a pair, or as decoration with a reason', () => {
  const paired = colourPairs.flatMap(({ front, behind }) => [front, behind]);
  const placed = new Set([...paired, ...Object.keys(decoration)]);
  expect(colours.length).toBeGreaterThan(15);
  expect([...placed].toSorted()).toEqual(colours.map(({ name }) => name).toSorted());
});

function value(name: string, scheme: Scheme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`styles.css has no --color-${name}.`);
  return token[scheme];
}

/**
 * The contrast ratio of two opaque colours, 1 to 21, whichever is in front (WCAG 2.2, "contrast
 * ratio"). Throws unless both are written `#rrggbb`: what shines through has no ratio of its own.
 */
function contrastRatio(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** WCAG 2.2, "relative luminance": 0 for black, 1 for white. */
function luminance(colour: string): number {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(colour) ?? [];
  const [red, green, blue] = parts.map((part) => linear(Number.parseInt(part, 16) / 255));
  const sum = 0.2126 * (red ?? NaN) + 0.7152 * (green ?? NaN) + 0.0722 * (blue ?? NaN);
  if (Number.isNaN(sum)) throw new Error(`"${colour}" is not a colour written #rrggbb.`);
  return sum;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
