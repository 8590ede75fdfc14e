import { grouped } from '#app/kit/text.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';

/** Figures that a rounded percent must not cross: below them something else is said. */
const cutOffs = [levelCutOffs.mediumFromPercent, levelCutOffs.highFromPercent, 100];

/** Decimals kept at most, to stay below a cut-off. */
const MOST_DECIMALS = 4;

/** From this percent on a share is easier to hold as a percent than as one part of so many. */
const FRACTION_BELOW = 10;

/**
 * A percent for tables, exact as far as it goes: `0.04%`, `0.32%`, `3.2%`, `12%`, `32,500%`; less
 * than a hundredth is `< 0.01%`. A figure below a cut-off never reads as the cut-off: 2.46 is
 * `2.46%`, not `2.5%`. `percent` is at least 0 and finite.
 */
export function formatPercent(percent: number): string {
  if (percent === 0) return '0%';
  if (percent < 0.01) return '< 0.01%';
  return `${rounded(percent)}%`;
}

/**
 * The same for sentences: two significant digits, `0.52%`, `12%`, `470%`, or three where two would
 * read as a cut-off that the figure stays below: 7.496 is `7.49%`.
 */
export function roughPercent(percent: number): string {
  if (percent === 0 || percent < 0.01) return formatPercent(percent);
  const usual = Number(percent.toPrecision(2));
  const isCrossed = cutOffs.some((cutOff) => percent < cutOff && usual >= cutOff);
  return `${figureText(isCrossed ? floored(percent, 3) : usual)}%`;
}

/**
 * A part of the limit in few words: `0.52% of the limit`. `whose` is the family's `whoseLimit`:
 * `24 times the European DEHT limit`.
 */
export function ofLimit(percent: number, whose = 'the'): string {
  return `${partOfLimit(percent)} ${percent < 100 ? 'of ' : ''}${whose} limit`;
}

/** `, all counted as BPA`, after so many times one chemical’s limit that others may be part of. */
export function allCounted(percent: number, whose = 'the'): string {
  const [, own] = / ([A-Z]+)$/.exec(whose) ?? [];
  return own && percent >= 100 ? `, all counted as ${own}` : '';
}

/** Two parts of the limit: `0.13% to 1%`, `29% to 6.9 times the limit`, `24 to 36 times the limit`. */
export function spanOfLimit(from: number, to: number, whose = 'the'): string {
  const [low, high] = [partOfLimit(from), partOfLimit(to)];
  if (low === high) return to < 100 ? high : `${high} ${whose} limit`;
  const begin = from < 100 ? low : low.replace(' times', '');
  return `${begin} to ${high}${to < 100 ? '' : ` ${whose} limit`}`;
}

function partOfLimit(percent: number): string {
  return percent < 100 ? roughPercent(percent) : `${times(percent)} times`;
}

/** A best estimate as people can hold it, its figure apart from what the figure is of. */
export interface Amount {
  figure: string;
  of: string;
}

/**
 * `1/190` and `of the European limit (0.52%)`; `45%` and `of the European limit`; `About 4,000 times` and
 * `the European BPA limit`. `percent` is above 0.
 */
export function amountOf(percent: number, isAtLeast = false, whose = 'the'): Amount {
  const of = `of ${whose} limit`;
  const least = (text: string) => (isAtLeast ? `At least ${text}` : text);
  if (percent >= 100) {
    const about = isAtLeast ? 'At least' : 'About';
    const many = times(percent);
    if (many === '1') return { figure: `${about} 100%`, of };
    return { figure: `${about} ${many} times`, of: `${whose} limit` };
  }
  if (percent < 0.01) return { figure: isAtLeast ? 'A trace' : 'Less than 1/10,000', of };
  if (percent >= FRACTION_BELOW) return { figure: least(roughPercent(percent)), of };
  const parts = Number((100 / percent).toPrecision(2));
  return { figure: least(`1/${figureText(parts)}`), of: `${of} (${roughPercent(percent)})` };
}

const millions = new Intl.NumberFormat('en-US', { notation: 'compact', compactDisplay: 'long' });

/** `4.7`, `4,000`, `27 million`. */
function times(percent: number): string {
  const many = Number((percent / 100).toPrecision(2));
  if (many < 1_000_000) return figureText(many);
  return millions.format(many);
}

function floored(figure: number, digits: number): number {
  const scale = 10 ** (digits - 1 - Math.floor(Math.log10(figure)));
  return Math.floor(figure * scale) / scale;
}

function rounded(percent: number): string {
  const usual = percent < 1 ? 2 : percent < 10 ? 1 : 0;
  const above = cutOffs.find((cutOff) => percent < cutOff);
  for (let decimals = usual; decimals <= MOST_DECIMALS; decimals += 1) {
    const text = percent.toFixed(decimals);
    if (above === undefined || Number(text) < above) return figureText(Number(text));
  }
  return figureText(Math.floor(percent * 10 ** MOST_DECIMALS) / 10 ** MOST_DECIMALS);
}

function figureText(figure: number): string {
  return grouped(figure, MOST_DECIMALS);
}
