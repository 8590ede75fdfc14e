import { familyOf } from '#app/toxicology/families.ts';
import type { DotKind, LotDot, LotStrip } from './lot-dots.ts';
import { mostText } from '#app/results/answers/answer.ts';
import { formatPercent, spanOfLimit } from '#app/results/answers/percent-text.ts';

/** How many of several samples may be of a higher level than they seem; null where none may. */
export function mayBeHigherText(dots: readonly LotDot[]): string | null {
  const tested = testedOf(dots).length;
  const count = dots.filter((dot) => dot.mayBeHigher).length;
  if (count === 0 || tested < 2) return null;
  const whose = count === tested ? `all ${tested} samples` : `${count} of ${tested} samples`;
  return `In ${whose}, this test can’t tell: there may be enough for a higher level.`;
}

/**
 * What says all that a picture of these samples would; null where there is something to see. One
 * sample, or samples that are alike, are one number.
 */
export function insteadOfChart({ family, dots }: LotStrip): string | null {
  const { whoseLimit } = familyOf(family);
  const name = familyOf(family).name.toLowerCase();
  const tested = testedOf(dots);
  const [first] = tested;
  if (!first) return `No sample was tested for ${name}.`;
  if (tested.length === 1) {
    return `Only one sample was tested for ${name}: ${aloneText(first, whoseLimit)}.`;
  }
  if (!tested.every((dot) => isAlike(dot, first))) return null;
  if (first.kind === 'nothing' || first.kind === 'unseen') {
    const most =
      first.kind === 'nothing'
        ? `each may contain ${mostText(first.percent.upper, whoseLimit)}`
        : 'how much each may contain is not known';
    return `Not detected in any of the ${tested.length} tested samples; ${most}.`;
  }
  return `All ${tested.length} tested samples say the same: ${aloneText(first, whoseLimit)}.`;
}

/** A sample as the picture states it: `3.2%`, `3.2% to 12%`, `≤ 12%`, `≥ 6.9 times the limit`. */
export function dotText({ kind, percent: { lower, upper } }: LotDot, whose?: string): string {
  const texts: Record<DotKind, () => string> = {
    found: () => spanOfLimit(lower, lower, whose),
    partly: () => spanOfLimit(lower, upper, whose),
    nothing: () =>
      `${upper > 0 ? '≤ ' : ''}${spanOfLimit(upper, upper, whose)}`.replace('≤ <', '<'),
    at_least: () => `≥ ${spanOfLimit(lower, lower, whose)}`,
    unseen: () => 'not known',
    untested: () => 'no result',
  };
  return texts[kind]();
}

/** The cells of a sample's row: what was found, and the most that may be there. */
export function cellsOf({ kind, percent }: LotDot): { found: string; most: string } {
  if (kind === 'untested') return { found: 'No result', most: 'Not known' };
  const isNothing = kind === 'nothing' || kind === 'unseen';
  const isOpen = kind === 'at_least' || kind === 'unseen';
  return {
    found: isNothing ? 'Not detected' : formatPercent(percent.lower),
    most: isOpen ? 'Not known' : formatPercent(percent.upper),
  };
}

/** A strip in one sentence, for those who don't see it. */
export function lotStripText({ family, dots }: LotStrip): string {
  const { whoseLimit } = familyOf(family);
  return `${dots.map((dot) => `${dot.label}: ${aloneText(dot, whoseLimit)}`).join('; ')}.`;
}

/** What the shapes of a picture mean. */
export const KIND_TEXTS: Record<Exclude<DotKind, 'untested'>, string> = {
  found: 'Measured',
  partly:
    'Measured. The line ends where the value would be if amounts too low to measure were counted in full',
  nothing: 'Not detected: the true value is below this point',
  at_least: 'At least this much',
  unseen: 'Not detected, and the most that may be there is not known',
};

export function testedOf(dots: readonly LotDot[]): LotDot[] {
  return dots.filter(({ kind }) => kind !== 'untested');
}

function aloneText(dot: LotDot, whose: string): string {
  if (dot.kind === 'untested') return 'no result';
  if (dot.kind === 'unseen') return 'not detected, upper bound not known';
  if (dot.kind === 'nothing') return `not detected, ${mostText(dot.percent.upper, whose)}`;
  const amount = dotText(dot, whose).replace('≥', 'at least');
  return amount.endsWith('%') ? `${amount} of ${whose} limit` : amount;
}

function isAlike(a: LotDot, b: LotDot): boolean {
  const { lower, upper } = a.percent;
  return a.kind === b.kind && lower === b.percent.lower && upper === b.percent.upper;
}
