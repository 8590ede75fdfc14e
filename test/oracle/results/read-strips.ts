import {
  isRated,
  isTestedFor,
  samplePercents,
  standOf,
  type Authority,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';

/** Ends of the axes in ng per kg of body weight and day, and EFSA's limits, which percents are of. */
const AXES: Record<RawFamily, { from: number; to: number; limit: number }> = {
  phthalates: { from: 1, to: 1e6, limit: 50_000 },
  bisphenols: { from: 0.1, to: 1e6, limit: 0.2 },
  substitutes: { from: 1, to: 1e7, limit: 1_000_000 },
};

/** Where upright lines stand, in the same. */
const LINES: Record<RawFamily, number[]> = {
  phthalates: [50_000],
  bisphenols: [0.2, 200, 50_000],
  substitutes: [1_000_000],
};

type Color = 'text-accent-ink' | 'text-danger' | 'text-ink' | 'text-ink-soft';
type Shape = 'dot' | 'cross' | 'bar' | 'open arrow' | 'full arrow';

/** A mark as it is drawn; places are shares of the width. */
interface DrawnMark {
  shapes: Shape[];
  /** Of a bar, from the left to here; of anything else, here. */
  at: number;
  /** Where the line to what could be there besides ends; null without one. */
  lineTo: number | null;
  color: Color;
}

export interface DrawnStrip {
  marks: DrawnMark[];
  lines: number[];
}

/** How a strip of these raw rows has to be drawn. */
export function strippedRaw(product: RawProduct, family: RawFamily, person: Person): DrawnStrip {
  const { limit } = AXES[family];
  const percents = samplePercents(product, family, person);
  const marks = product.samples.flatMap((sample, index): DrawnMark[] => {
    const percent = percents[index];
    if (!percent || !isTestedFor(family, sample)) return [];
    const [least, most] = [percent.lower, percent.upper].map((one) => (one * limit) / 100);
    const color = colorOf({ ...product, samples: [sample] }, family, person);
    const mark = shapeOf(family, least!, most!);
    // What is held against no limit looks like nothing that is.
    if (color === 'text-ink-soft' && mark.shapes[0] === 'dot') mark.shapes = ['cross'];
    return [{ ...mark, color }];
  });
  return { marks, lines: LINES[family].map((line) => shareOf(family, line)) };
}

function shapeOf(family: RawFamily, least: number, most: number): Omit<DrawnMark, 'color'> {
  const { from, to } = AXES[family];
  const [low, high] = [shareOf(family, least), shareOf(family, most)];
  if (least === 0) {
    const shapes: Shape[] = most === Infinity ? ['bar', 'open arrow'] : ['bar'];
    return { shapes, at: high, lineTo: null };
  }
  if (most === Infinity) return { shapes: ['open arrow'], at: low, lineTo: null };
  const isOnAxis = least >= from && least <= to;
  return { shapes: [isOnAxis ? 'dot' : 'full arrow'], at: low, lineTo: high > low ? high : null };
}

function shareOf(family: RawFamily, amount: number): number {
  const { from, to } = AXES[family];
  return Math.min(1, Math.max(0, Math.log(amount / from) / Math.log(to / from)));
}

function colorOf(alone: RawProduct, family: RawFamily, person: Person): Color {
  if (!isRated(alone, family)) return 'text-ink-soft';
  const of = (authority: Authority) => standOf(alone, family, person, authority) ?? [];
  const stands = (['EFSA', 'BfR', 'EPA'] as const).flatMap(of);
  if (stands.includes('own above')) return 'text-danger';
  return stands.every((stand) => stand === 'within') ? 'text-accent-ink' : 'text-ink';
}

const numberIn = (text: string, name: string) =>
  Number(new RegExp(` ${name}="([\\d.]+)%?"`).exec(text)?.[1] ?? 0);

/** What the markup of a strip draws. */
export function drawnIn(markup: string): DrawnStrip {
  const groups = markup.split('<g class="').slice(1);
  const upright = /<line x1="([\d.]+)%" x2="\1%" y1="[\d.]+" y2="[\d.]+" stroke-width="1.5"/;
  return {
    lines: groups.flatMap((group) => Number(upright.exec(group)?.[1] ?? []) / 100 || []),
    marks: groups
      .filter((group) => !upright.test(group) && /<(circle|rect|svg)\b/.test(group))
      .map(drawnMark),
  };
}

function drawnMark(group: string): DrawnMark {
  const [, color = ''] = /^(text-[a-z-]+)/.exec(group) ?? [];
  const [bar] = /<rect[^>]*url\(#[^>]*>/.exec(group) ?? [];
  const [dot] = /<circle cx="[\d.]+%"[^>]*>/.exec(group) ?? [];
  const [arrow] = /<svg x[^>]*><path[^>]*>/.exec(group) ?? [];
  const [line] = bar ? [] : (/<line[^>]*>/.exec(group) ?? []);
  const isCross = /d="M[^"]*M/.test(arrow ?? '');
  const isOpen = arrow?.includes('fill-paper') ?? false;
  const at = bar ? numberIn(bar, 'width') : dot ? numberIn(dot, 'cx') : numberIn(arrow ?? '', 'x');
  return {
    shapes: [
      ...(bar ? ['bar' as const] : []),
      ...(dot ? ['dot' as const] : []),
      ...(isCross ? ['cross' as const] : []),
      ...(arrow && !isCross ? [isOpen ? ('open arrow' as const) : ('full arrow' as const)] : []),
    ],
    at: at / 100,
    lineTo: line ? numberIn(line, 'x2') / 100 : null,
    color: color as Color,
  };
}

/** Half a pixel of the widest strip that a page has. */
const WIDEST_PX = 1_140;
const isThere = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) * WIDEST_PX <= 0.5);

/** What of a strip is not as its rows say; empty where all is. */
export function wrongIn(drawn: DrawnStrip, expected: DrawnStrip): string[] {
  const places = { drawn: drawn.lines.toSorted(), expected: expected.lines.toSorted() };
  const areLines =
    places.drawn.length === places.expected.length &&
    places.drawn.every((at, index) => isThere(at, places.expected[index] ?? null));
  const areAll = drawn.marks.length === expected.marks.length;
  return [
    ...(areLines ? [] : [`lines at ${places.drawn.join(', ')}`]),
    ...(areAll ? [] : [`${drawn.marks.length} marks, of ${expected.marks.length} samples`]),
    ...expected.marks.flatMap((mark, index) => {
      const own = drawn.marks[index];
      const isSo =
        own?.shapes.join() === mark.shapes.join() &&
        own.color === mark.color &&
        isThere(own.at, mark.at) &&
        // A line shorter than a hundredth of the axis may be left out.
        isThere(own.lineTo ?? own.at, mark.lineTo ?? mark.at);
      return isSo ? [] : [`sample ${index + 1}: ${JSON.stringify({ own, mark })}`];
    }),
  ];
}
