import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { capitalized, grouped, listed } from '#app/kit/text.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { families, familyOf, type Family } from '#app/toxicology/families.ts';
import { sumLimit, sumVerdicts, type LimitVerdict } from '#app/toxicology/limit-verdicts.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import {
  boundsOf,
  rowAnswer,
  rowRating,
  type FamilyRow,
  type RatingAnswer,
  type Word,
} from './answer.ts';
import { eaterOf, isSameEater, personText, servingsText, specChild, type Eater } from './eater.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { ofLimit, roughPercent } from './percent-text.ts';
import type { ReportTile } from './report-cards.ts';
import type { RiskLevelRow } from './tested-schema.ts';
import { tileAnswer } from './tile-answer.ts';

const words: Record<Word, string> = {
  High: 'high',
  Medium: 'medium',
  [CANT_TELL]: 'this test can’t tell',
  Low: 'low',
  [NOT_TESTED]: 'not tested',
  'N/A': 'not rated',
};

/** In sentences: the European limit. */
const limitNames: Record<Authority, string> = { EFSA: 'European', BfR: 'German', EPA: 'U.S.' };

/** In which limits are named: who is farthest from them first. */
const NAMED: readonly Authority[] = ['EPA', 'BfR', 'EFSA'];

const NO_LIMITS = 'The EPA has no limit for any of these families, only for some chemicals alone.';

/** What is said of one family, and what it is said of. */
interface FamilyAnswer extends Pick<RatingAnswer, 'word' | 'could'> {
  family: Family;
  isFound: boolean;
  /** On the family's sum. */
  verdicts: readonly LimitVerdict[];
}

/**
 * What a report says before anything else, families with the same answer together and the highest
 * first: `Bisphenols: none found, within the U.S. and German limits for certain. … Phthalates and
 * substitutes: low.` Under the EPA, which rules on no family, it says so: no level stands beside “no
 * limit set”. What is no food is taken in by nobody, so nothing is within a limit.
 */
export function verdictText(tiles: readonly ReportTile[], isNotFood = false): string {
  if (tiles.some(({ percentStatus }) => percentStatus === 'no_limit_set')) return NO_LIMITS;
  return answersText(tiles.map(tileFamily), isNotFood);
}

/**
 * The same of a row of the list: a child, EFSA's limits. In short, it says what can't be checked without
 * saying why.
 */
export function rowVerdict(
  row: FamilyRow & Pick<RiskLevelRow, 'not_food'>,
  isShort = false,
): string {
  return answersText(
    families.map(({ key }) => rowFamily(row, key)),
    row.not_food,
    isShort,
  );
}

/** What the report of a row opens with: of infant formula, what a baby takes in. */
export function openingVerdict(row: RiskLevelRow, isShort = false): string {
  const eater = eaterOf({ name: row.name, tags: row.category ? [row.category] : [] });
  if (isSameEater(eater, specChild)) return rowVerdict(row, isShort);
  const verdict = rowVerdict({ ...row, ...rowFor(row, eater) }, isShort);
  const person = personText(eater.weightKg);
  const whom = isShort
    ? person.split(' of ')[0]
    : `${person} on ${servingsText(eater.servings, 0)}`;
  return `For ${whom}. ${verdict}`;
}

/** A row's ratings for somebody else: percents go with servings and weight, and levels with percents. */
function rowFor(row: FamilyRow, { servings, weightKg }: Eater): FamilyRow {
  const factor = (servings / weightKg) * (specChild.weightKg / specChild.servings);
  const scaled = (percent: number | null) => percent && percent * factor;
  return Object.fromEntries(
    families.flatMap(({ key }) => {
      const rating = rowRating(row, key);
      const estimate = boundsOf(rating) && scaled(rating.tdi_percent);
      return [
        [`${key}_risk`, estimate === null ? rating.risk : riskLevel(estimate)],
        [`${key}_tdi_percent`, estimate],
        [`${key}_lower_percent`, scaled(rating.lower_percent)],
        [`${key}_upper_percent`, scaled(rating.upper_percent)],
      ];
    }),
  ) as FamilyRow;
}

/**
 * Whether the answer is a yes: nothing in it is high or medium or above a limit, and what this test
 * can't tell by Europe's limit is within another for certain.
 */
export function isReassuring(tiles: readonly ReportTile[], isNotFood: boolean): boolean {
  return (
    !isNotFood &&
    tiles
      .map(tileFamily)
      .every((one) => one.word === 'Low' || (one.word === CANT_TELL && withinText(one) !== null))
  );
}

function tileFamily(tile: ReportTile): FamilyAnswer {
  const { word, could } = tileAnswer(tile);
  const verdicts = tile.verdicts.filter(({ alone }) => alone === null);
  return { family: tile.family, word, could, isFound: isFound(verdicts), verdicts };
}

function rowFamily(row: FamilyRow, family: Family): FamilyAnswer {
  const { word, could } = rowAnswer(row, family);
  const percent = boundsOf(rowRating(row, family));
  const verdicts = percent ? sumVerdicts(family, percent) : [];
  return { family, word, could, isFound: isFound(verdicts), verdicts };
}

function isFound(verdicts: readonly LimitVerdict[]): boolean {
  return verdicts.some(({ percent }) => percent.lower > 0);
}

function answersText(
  answers: readonly FamilyAnswer[],
  isNotFood: boolean,
  isShort = false,
): string {
  const ranks = Object.keys(words);
  const together = new Map<string, string[]>();
  for (const answer of answers.toSorted((a, b) => ranks.indexOf(a.word) - ranks.indexOf(b.word))) {
    const text = isNotFood ? words[answer.word] : familyText(answer, isShort);
    together.set(text, [...(together.get(text) ?? []), familyOf(answer.family).name]);
  }
  return [...together]
    .map(([text, names]) => `${capitalized(listed(names).toLowerCase())}: ${text}.`)
    .join(' ');
}

function familyText(answer: FamilyAnswer, isShort: boolean): string {
  const { word, verdicts } = answer;
  const within = withinText(answer, isShort);
  if (word === CANT_TELL) return within ?? words[word];
  if (word !== 'High') return words[word];
  const above = namesOf(verdicts, 'above');
  if (above.length > 0) {
    const also = namesOf(verdicts, 'within');
    const text = `${words[word]}, above ${limitsText(above)}`;
    return also.length > 0 ? `${text}; within ${limitsText(also)} for certain` : text;
  }
  return within === null ? words[word] : `${words[word]}, but ${within}`;
}

/** `within the U.S. and German limits for certain`; null where it is within none. */
export function certainText({ verdicts }: Pick<FamilyAnswer, 'verdicts'>): string | null {
  const sums = verdicts.filter(({ alone }) => alone === null);
  const within = namesOf(sums, 'within');
  return within.length > 0 ? `within ${limitsText(within)} for certain` : null;
}

/** The same in a sentence of its own, below a level that this test can’t tell; null where that is known. */
export function certainBelow({ word, verdicts }: Pick<FamilyAnswer, 'word' | 'verdicts'>) {
  const text = word === CANT_TELL ? certainText({ verdicts }) : null;
  return text && `${capitalized(text)}.`;
}

/** The same of a row of the list, as a label below its word; null of what is no food. */
export function certainOfRow(
  row: FamilyRow & Pick<RiskLevelRow, 'not_food'>,
  family: Family,
): string | null {
  const text = row.not_food ? null : certainBelow(rowFamily(row, family));
  return text && text.replace(' for certain.', '');
}

/** What a family is within for certain, though this test can't tell its level or that is high; or null. */
function withinText(answer: FamilyAnswer, isShort = false): string | null {
  const { word, could, isFound: isSome, verdicts } = answer;
  const within = namesOf(verdicts, 'within');
  const text = certainText(answer);
  if (text === null) return null;
  if (word !== CANT_TELL && word !== 'High') return null;
  if (word === 'High') return isShort ? `within ${limitsText(within)}` : text;
  const unseen = namesOf(verdicts, 'unseen');
  if (unseen.length === 0)
    return isShort ? (could?.toLowerCase() ?? null) : `${could?.toLowerCase()}, ${text}`;
  if (isShort) return `within ${limitsText(within)}, but ${shortLimits(unseen)} can’t be checked`;
  if (isSome) return `some found, ${text}. About ${limitsText(unseen)} this test can’t tell`;
  return `none found, ${text}. ${unseenText(verdicts, unseen, within)} for this test to check`;
}

/** `The European limit, 1,000 times lower than the German one, is too low`. */
function unseenText(
  verdicts: readonly LimitVerdict[],
  unseen: readonly Authority[],
  within: readonly Authority[],
): string {
  const [only, other] = unseen;
  const nearest = within.at(-1);
  if (!only || other || !nearest) return `${capitalized(limitsText(unseen))} are too low`;
  const percentBy = (of: Authority) =>
    verdicts.find(({ authority }) => authority === of)?.percent.upper ?? 0;
  const times = grouped(Number((percentBy(only) / percentBy(nearest)).toPrecision(2)));
  return `${capitalized(limitsText(unseen))}, ${times} times lower than the ${limitNames[nearest]} one, is too low`;
}

function namesOf(verdicts: readonly LimitVerdict[], verdict: LimitVerdict['verdict']): Authority[] {
  return NAMED.filter((authority) =>
    verdicts.some((one) => one.authority === authority && one.verdict === verdict),
  );
}

function limitsText(of: readonly Authority[]): string {
  return `the ${listed(of.map((authority) => limitNames[authority]))} limit${of.length > 1 ? 's' : ''}`;
}

/** The same after other limits were named. */
function shortLimits(of: readonly Authority[]): string {
  const [only, other] = of;
  return only && !other ? `the ${limitNames[only]} one` : limitsText(of);
}

/** A family's lines by authority, what it is above first and what this test can't see last. */
export function limitLines(
  verdicts: readonly LimitVerdict[],
): (Pick<LimitVerdict, 'authority' | 'verdict'> & { text: string })[] {
  const order = ['above', 'within', 'unseen'];
  const rank = ({ authority, verdict }: LimitVerdict) =>
    order.indexOf(verdict) * NAMED.length + NAMED.indexOf(authority);
  return verdicts
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one) => ({ ...one, text: limitLine(one) }));
}

/** One authority's limit in one line: `Within the German limit: at most 26%`. */
function limitLine({ authority, verdict, percent, alone }: LimitVerdict): string {
  const name = limitNames[authority];
  const { lower, upper, upperOpen } = percent;
  const isExact = lower === upper && !upperOpen;
  const [first] = alone ?? [];
  const of = alone?.length === 1 && first ? ` for ${chemicalOf(first).abbreviation}` : '';
  const limit = alone && !of ? `every ${name} limit` : `the ${name} limit${of}`;
  if (verdict === 'within') {
    const most = `${isExact ? '' : 'at most '}${roughPercent(upper)}`;
    return `Within ${limit}: ${most.replace('at most <', 'less than')}`;
  }
  if (verdict === 'above') {
    const least = `${isExact ? '' : 'at least '}${ofLimit(lower, 'that')}`;
    return `Above ${limit.replace('every', 'a')}: ${least}`;
  }
  const isBlind = lower === 0 && !upperOpen;
  return `${capitalized(limit)}: this test can’t ${isBlind ? 'see that little' : 'tell'}`;
}

/** What the lines of a family's tile take for granted, or null. */
export function limitCaveat(family: Family): string | null {
  const isReadAcross = sumLimit(family, 'BfR') !== null;
  return isReadAcross
    ? 'Under each limit, which is for BPA alone, all three together count as BPA: the stricter reading.'
    : null;
}
