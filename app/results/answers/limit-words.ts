import { capitalized, listed } from '#app/kit/text.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import type { Family } from '#app/toxicology/families.ts';
import { ownSubstance, sumLimit, type LimitVerdict } from '#app/toxicology/limit-verdicts.ts';
import { type Authority } from '#app/toxicology/limits.ts';
import type { SampleFigures } from '#app/toxicology/sample-levels.ts';
import { countedText } from './answer.ts';
import { ofLimit, roughPercent } from './percent-text.ts';

/** In sentences: the European limit. */
export const limitNames: Record<Authority, string> = {
  EFSA: 'European',
  BfR: 'German (BfR)',
  EPA: 'U.S. (EPA)',
};

/** In which limits are named: who is farthest from them first. */
const NAMED: readonly Authority[] = ['EPA', 'BfR', 'EFSA'];

/** How something stands under an authority. */
export type AuthorityVerdict = Pick<LimitVerdict, 'authority' | 'verdict' | 'holds'>;

/** How far being within reaches, after the limit. */
export const HOLDS: Record<NonNullable<LimitVerdict['holds']>, string> = {
  every_sample: 'for certain',
  one_sample: 'in the one sample tested',
  average: 'on average',
};

/** The authorities with this verdict, in the order in which they are named. */
export function authoritiesWith(
  verdicts: readonly AuthorityVerdict[],
  verdict: LimitVerdict['verdict'],
): Authority[] {
  return NAMED.filter((authority) =>
    verdicts.some((one) => one.authority === authority && one.verdict === verdict),
  );
}

/** `the U.S. (EPA) and German (BfR) limits`. */
export function limitsText(of: readonly Authority[]): string {
  return `the ${listed(of.map((authority) => limitNames[authority]))} limit${of.length > 1 ? 's' : ''}`;
}

/** `the European limit for BPA`; of an authority that limits several chemicals alone, its nearest. */
export function limitPhrase(
  family: Family,
  { authority, alone }: Pick<LimitVerdict, 'authority' | 'alone'>,
): string {
  const own = alone ? alone[1] === undefined && alone[0] : ownSubstance(family);
  if (alone && !own) return `the nearest ${authority} reference dose`;
  return `${limitsText([authority])}${own ? ` for ${chemicalOf(own).abbreviation}` : ''}`;
}

interface Judged {
  family: Family;
  verdicts: readonly LimitVerdict[];
}

/** `above the European limit`, `above the European limit for BPA if BPS is counted as BPA`; null of none. */
export function aboveText(judged: Judged): string | null {
  const texts = [overText(judged, 'above'), overText(judged, 'above_if_counted')].filter(Boolean);
  return texts.length > 0 ? listed(texts) : null;
}

function overText({ family, verdicts }: Judged, verdict: 'above' | 'above_if_counted'): string {
  const above = authoritiesWith(verdicts, verdict);
  if (above.length === 0) return '';
  const own = ownSubstance(family);
  const counted = verdict === 'above' ? [] : verdicts.flatMap((one) => one.counted);
  const of = own ? ` for ${chemicalOf(own).abbreviation}` : '';
  return `above ${limitsText(above)}${of}${countedText([...new Set(counted)])}`;
}

/**
 * `within the U.S. (EPA) and German (BfR) limits for certain`, `within the German (BfR) limit on average`; null
 * where its sum is within none.
 */
export function certainText({ verdicts }: Pick<Judged, 'verdicts'>): string | null {
  return withinText(verdicts.filter(({ alone }) => alone === null)) || null;
}

function withinText(verdicts: readonly AuthorityVerdict[]): string {
  const within = inNamedOrder(verdicts.filter(({ verdict }) => verdict === 'within'));
  const ways = Map.groupBy(within, ({ holds }) => holds && HOLDS[holds]);
  return listed(
    [...ways].map(([how, those]) =>
      `within ${limitsText(those.map(({ authority }) => authority))} ${how ?? ''}`.trim(),
    ),
  );
}

/**
 * What is known of a family for certain, by whose limits: what heads its tile, and below that what else
 * is known and what is left open, in sentences. Null of what is not rated.
 */
export function headlineOf(judged: Judged) {
  const { verdicts } = judged;
  if (verdicts.length === 0) return null;
  const yes = capitalized(withinText(verdicts)).replace(' for certain', '');
  const open = openText(verdicts);
  const [above, counted] = [overText(judged, 'above'), overText(judged, 'above_if_counted')];
  const head = <Tone extends string>(text: string, tone: Tone, ...below: string[]) => {
    const sentences = below.flatMap((one) => (one ? `${capitalized(one)}.` : []));
    return { text: capitalized(text), tone, below: sentences.join(' ') };
  };
  // An excess, one that rests on what is counted, a yes, or nothing known.
  if (above) return head(above, 'no', counted, yes, open);
  if (counted) return head(counted, 'if_counted', yes, open);
  if (yes) return head(yes, 'yes', open);
  return head('This test can’t tell', 'unknown', open);
}

function openText(verdicts: readonly LimitVerdict[]): string {
  const unseen = authoritiesWith(verdicts, 'unseen');
  if (unseen.length === 0) return '';
  const isBlind = verdicts.every(
    ({ verdict, percent }) => verdict !== 'unseen' || (percent.lower === 0 && !percent.upperOpen),
  );
  const are = unseen.length > 1 ? 'are' : 'is';
  return isBlind
    ? `${limitsText(unseen)} ${are} too low for this test to check`
    : `about ${limitsText(unseen)} this test can’t tell`;
}

/** How each verdict is marked: `✓ EPA ✓ BfR ? EFSA`. */
export const limitMarks = {
  within: { mark: '✓', says: 'Within', ink: 'text-accent-ink' },
  above: { mark: '!', says: 'Above', ink: 'text-danger' },
  above_if_counted: { mark: '(!)', says: 'Above if counted', ink: 'text-warn' },
  unseen: { mark: '?', says: 'Can’t tell', ink: 'text-warn' },
} as const satisfies Record<LimitVerdict['verdict'], unknown>;

/** A family's verdicts in the order in which limits are named. */
export function inNamedOrder<T extends AuthorityVerdict>(verdicts: readonly T[]): T[] {
  return verdicts.toSorted((a, b) => NAMED.indexOf(a.authority) - NAMED.indexOf(b.authority));
}

/**
 * A family's lines by authority, in the order in which limits are named. `samples` are what each comes to:
 * what bounds their average does not bound each of them.
 */
export function limitLines(
  verdicts: readonly LimitVerdict[],
  samples: readonly SampleFigures[] = [],
): (Pick<LimitVerdict, 'authority' | 'verdict'> & { text: string })[] {
  return inNamedOrder(verdicts).map((one) => {
    const theirs = samples.flatMap((sample) =>
      sample.verdicts.filter(({ authority }) => authority === one.authority),
    );
    return { ...one, text: limitLine(one, samples.length > 1, highestSample(theirs)) };
  });
}

/** What the sample with the most has at least, in percent of a limit; null of fewer than two. */
export function highestSample(samples: readonly Pick<SampleFigures, 'percent'>[]): number | null {
  if (samples.length < 2) return null;
  return Math.max(...samples.map(({ percent }) => percent?.lower ?? 0));
}

/** `on average at most 9.1%; the highest sample had 17%`: a bound of a mean beside what exceeds it. */
export function averageMost(most: string, upper: number, highest: number | null): string {
  const isExceeded =
    highest !== null && highest > upper && roughPercent(highest) !== roughPercent(upper);
  if (!isExceeded) return most;
  const had = highest < 100 ? roughPercent(highest) : ofLimit(highest, 'that');
  return `${most}; the highest sample had ${had}`;
}

/** One authority's limit in one line: `Within the German (BfR) limit: at most 26%`. */
function limitLine(
  { authority, verdict, percent, alone, ownLowerPercent, counted }: LimitVerdict,
  isMean: boolean,
  highest: number | null,
): string {
  const name = limitNames[authority];
  const { lower, upper, upperOpen } = percent;
  const isExact = lower === upper && !upperOpen;
  const [first] = alone ?? [];
  const of = alone?.length === 1 && first ? ` for ${chemicalOf(first).abbreviation}` : '';
  const limit = alone && !of ? `every ${authority} reference dose` : `the ${name} limit${of}`;
  const average = isMean ? 'on average ' : '';
  if (verdict === 'within') {
    const most = `${average}${isExact ? '' : 'at most '}${roughPercent(upper)}`;
    return `Within ${limit}: ${averageMost(most.replace('at most <', 'less than'), upper, highest)}`;
  }
  if (verdict === 'above') {
    const isAll = isExact && ownLowerPercent === lower;
    return `Above ${limit.replace('every', 'an')}: ${average}${isAll ? '' : 'at least '}${ofLimit(ownLowerPercent, 'that')}`;
  }
  if (verdict === 'above_if_counted') {
    return `Above ${limit}${countedText(counted)}: ${average}${isExact ? '' : 'at least '}${ofLimit(lower, 'that')}`;
  }
  const isBlind = lower === 0 && !upperOpen;
  return `${capitalized(limit)}: this test can’t ${isBlind ? 'see that little' : 'tell'}`;
}

/** What the lines of a family's tile take for granted, or null. */
export function limitCaveat(family: Family): string | null {
  const isReadAcross = sumLimit(family, 'BfR') !== null;
  return isReadAcross
    ? 'Each of these limits is for BPA alone. To be within one, all three bisphenols together count as BPA, the stricter reading; above one is said only of BPA itself.'
    : null;
}
