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
type Sign = 'full dot' | 'hollow dot' | 'full diamond' | 'hollow diamond' | 'cross';
type Shape = Sign | 'bar' | 'open arrow' | 'full arrow';

/** A mark as it is drawn; places are shares of the width. */
interface DrawnMark {
  shapes: Shape[];
  /** Of a bar, from the left to here; of anything else, here. */
  at: number;
  /** Where the line to what could be there besides ends; null without one. */
  lineTo: number | null;
  /** Where the end of that line, or of a bar that is not closed, is drawn over all else; or null. */
  end: number | null;
  color: Color;
}

export interface DrawnStrip {
  marks: DrawnMark[];
  lines: number[];
  /** Where dashed lines stand, at a hundredth and a tenth of EFSA's limit. */
  dashes: number[];
  /** The most that its sentence has where some was found, in percent of EFSA's limit; null without. */
  foundMost: number | null;
}

/** How a strip of these raw rows has to be drawn. */
export function strippedRaw(product: RawProduct, family: RawFamily, person: Person): DrawnStrip {
  const { limit } = AXES[family];
  const percents = samplePercents(product, family, person);
  const marks = product.samples.flatMap((sample, index): DrawnMark[] => {
    const percent = percents[index];
    if (!percent || !isTestedFor(family, sample)) return [];
    const [least, most] = [percent.lower, percent.upper].map((one) => (one * limit) / 100);
    const { sign, color } = lookOf({ ...product, samples: [sample] }, family, person);
    const mark = shapeOf(family, least!, most!, sign);
    if (mark.shapes[0] === 'bar' && color === 'text-accent-ink') mark.end = null;
    return [{ ...mark, color }];
  });
  const found = percents.filter((one) => one && one.lower > 0 && one.upper < Infinity);
  return {
    marks,
    lines: LINES[family].map((line) => shareOf(family, line)),
    dashes: [limit / 100, limit / 10]
      .filter((amount) => amount >= AXES[family].from)
      .map((amount) => shareOf(family, amount)),
    foundMost: found.length > 0 ? Math.max(...found.map((one) => one!.upper)) : null,
  };
}

function shapeOf(
  family: RawFamily,
  least: number,
  most: number,
  sign: Sign,
): Omit<DrawnMark, 'color'> {
  const { from, to } = AXES[family];
  const [low, high] = [shareOf(family, least), shareOf(family, most)];
  const end = most > to ? null : high;
  if (least === 0) {
    const shapes: Shape[] = most === Infinity ? ['bar', 'open arrow'] : ['bar'];
    return { shapes, at: high, lineTo: null, end };
  }
  if (most === Infinity) return { shapes: ['open arrow'], at: low, lineTo: null, end };
  const shape = least >= from && least <= to ? sign : 'full arrow';
  return {
    shapes: [shape],
    at: low,
    lineTo: high > low ? high : null,
    end: high > low ? end : null,
  };
}

function shareOf(family: RawFamily, amount: number): number {
  const { from, to } = AXES[family];
  return Math.min(1, Math.max(0, Math.log(amount / from) / Math.log(to / from)));
}

/** What stands where a sample's amount is, which says without color what its color says. */
function lookOf(
  alone: RawProduct,
  family: RawFamily,
  person: Person,
): { sign: Sign; color: Color } {
  if (!isRated(alone, family)) return { sign: 'cross', color: 'text-ink-soft' };
  const of = (authority: Authority) => standOf(alone, family, person, authority) ?? [];
  const stands = (['EFSA', 'BfR', 'EPA'] as const).flatMap(of);
  if (stands.includes('own above')) return { sign: 'full diamond', color: 'text-danger' };
  if (stands.includes('sum above')) return { sign: 'hollow diamond', color: 'text-ink' };
  return stands.every((stand) => stand === 'within')
    ? { sign: 'full dot', color: 'text-accent-ink' }
    : { sign: 'hollow dot', color: 'text-ink' };
}

const numberIn = (text: string, name: string) =>
  Number(new RegExp(` ${name}="([\\d.]+)%?"`).exec(text)?.[1] ?? 0);

/** What the markup of a strip draws. */
export function drawnIn(markup: string): DrawnStrip {
  const groups = markup.split('<g class="').slice(1);
  const upright = /<line x1="([\d.]+)%" x2="\1%" y1="[\d.]+" y2="[\d.]+" stroke-width="1.5"/;
  return {
    lines: groups.flatMap((group) => Number(upright.exec(group)?.[1] ?? []) / 100 || []),
    dashes: [...markup.matchAll(/<line x1="([\d.]+)%" x2="\1%"[^>]*dasharray/g)].map(
      ([, at]) => Number(at) / 100,
    ),
    foundMost: mostSaid(
      /aria-label="[^"]*?(?<!none )(found in [^";]*)/.exec(markup.replaceAll('&lt;', '<'))?.[1] ??
        '',
    ),
    marks: groups
      .filter((group) => !upright.test(group) && /<(circle|rect|svg)\b/.test(group))
      .map(drawnMark),
  };
}

/** The last figure of a text, in percent: `25%`, `1,100 times the …`. */
function mostSaid(text: string): number | null {
  const figures = [...text.matchAll(/([\d,.]+)( million)?(%| times)/g)];
  const [, figure, million, unit] = figures.at(-1) ?? [];
  if (!figure) return null;
  return Number(figure.replaceAll(',', '')) * (million ? 1e6 : 1) * (unit === '%' ? 1 : 100);
}

function drawnMark(group: string): DrawnMark {
  const [, color = ''] = /^(text-[a-z-]+)/.exec(group) ?? [];
  const [bar] = /<rect[^>]*url\(#[^>]*>/.exec(group) ?? [];
  const [dot] = /<circle cx="[\d.]+%"[^>]*>/.exec(group) ?? [];
  const [arrow] = /<svg x[^>]*><path[^>]*>/.exec(group) ?? [];
  const [line] = bar ? [] : (/<line[^>]*>/.exec(group) ?? []);
  const [end] = /<rect x=[^>]*>/.exec(group) ?? [];
  const at = bar ? numberIn(bar, 'width') : dot ? numberIn(dot, 'cx') : numberIn(arrow ?? '', 'x');
  return {
    shapes: [
      ...(bar ? ['bar' as const] : []),
      ...(dot ? [filled(dot, 'dot')] : []),
      ...(arrow ? [signIn(arrow)] : []),
    ],
    at: at / 100,
    lineTo: line ? numberIn(line, 'x2') / 100 : null,
    end: end ? numberIn(end, 'x') / 100 : null,
    color: color as Color,
  };
}

const filled = <Of extends string>(markup: string, of: Of) =>
  markup.includes('fill-paper') ? (`hollow ${of}` as const) : (`full ${of}` as const);

/** By the corners of its path. */
function signIn(markup: string): Shape {
  if (/d="M[^"]*M/.test(markup)) return 'cross';
  if (/d="M[^L"]*L[^L"]*L[^L"]*L/.test(markup)) return filled(markup, 'diamond');
  return markup.includes('fill-paper') ? 'open arrow' : 'full arrow';
}

/** Half a pixel of the widest strip that a page has. */
const WIDEST_PX = 1_140;
const isThere = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) * WIDEST_PX <= 0.5);

/** The end of a line that is shorter than a thousandth of the axis may be left out. */
function isEnd({ end: drawn }: DrawnMark, { at, end, shapes }: DrawnMark): boolean {
  const isShort = end !== null && shapes[0] !== 'bar' && end - at < 0.0012;
  return isThere(drawn, end) || (drawn === null && isShort);
}

/** Two digits of a figure; a trace is said to be less than a hundredth of a percent. */
function isSaid(said: number | null, percent: number | null): boolean {
  if (said === null || percent === null) return said === percent;
  return Math.abs(said / percent - 1) < 0.051 || (said === 0.01 && percent < 0.01);
}

/** What of a strip is not as its rows say; empty where all is. */
export function wrongIn(drawn: DrawnStrip, expected: DrawnStrip): string[] {
  const areThere = (of: 'lines' | 'dashes') =>
    drawn[of].length === expected[of].length &&
    expected[of].toSorted().every((at, index) => isThere(at, drawn[of].toSorted()[index] ?? null));
  const { foundMost: said } = drawn;
  const { foundMost: most } = expected;
  const areAll = drawn.marks.length === expected.marks.length;
  return [
    ...(areThere('lines') ? [] : [`lines at ${drawn.lines.join(', ')}`]),
    ...(areThere('dashes') ? [] : [`dashes at ${drawn.dashes.join(', ')}`]),
    ...(isSaid(said, most) ? [] : [`at most ${said}% said, ${most}% found`]),
    ...(areAll ? [] : [`${drawn.marks.length} marks, of ${expected.marks.length} samples`]),
    ...expected.marks.flatMap((mark, index) => {
      const own = drawn.marks[index];
      const isSo =
        own?.shapes.join() === mark.shapes.join() &&
        own.color === mark.color &&
        isThere(own.at, mark.at) &&
        isThere(own.lineTo ?? own.at, mark.lineTo ?? mark.at) &&
        isEnd(own, mark);
      return isSo ? [] : [`sample ${index + 1}: ${JSON.stringify({ own, mark })}`];
    }),
  ];
}
