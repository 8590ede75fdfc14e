import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { capitalized, grouped, listed } from '#app/kit/text.ts';
import { familyOf } from '#app/toxicology/families.ts';
import type { LimitVerdict } from '#app/toxicology/limit-verdicts.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import { answerOf, type FamilyRow, type Word } from './answer.ts';
import { isSameEater, specChild, whomText } from './eater.ts';
import { aboveText, certainText, limitNames, limitsText, authoritiesWith } from './limit-words.ts';
import { ratedFigure, type ReportTile } from './report-cards.ts';

const words: Record<Word, string> = {
  High: 'high',
  Medium: 'medium',
  [CANT_TELL]: 'this test can’t tell the level',
  Low: 'low',
  [NOT_TESTED]: 'not tested',
  'N/A': 'not rated',
};

/**
 * What a report says before anything else, families with the same answer together and the highest
 * first: `Bisphenols: none found, within the U.S. (EPA) and German (BfR) limits for certain. … Phthalates
 * and substitutes: low.` What is no food is taken in by nobody, so nothing is within a limit. In short, it
 * says what can't be checked without saying why.
 */
export function verdictText(
  tiles: readonly ReportTile[],
  isNotFood = false,
  isShort = false,
): string {
  const ranks = Object.keys(words);
  const together = new Map<string, string[]>();
  for (const answer of tiles
    .map(tileFamily)
    .toSorted((a, b) => ranks.indexOf(a.word) - ranks.indexOf(b.word))) {
    const text = isNotFood ? words[answer.word] : familyText(answer, isShort);
    together.set(text, [...(together.get(text) ?? []), familyOf(answer.family).name]);
  }
  return [...together]
    .map(([text, names]) => `${capitalized(listed(names).toLowerCase())}: ${text}.`)
    .join(' ');
}

/** `for a baby: six servings a day`, of a row that is judged for somebody else than the spec's child; else empty. */
export function otherEaterText({ eater }: FamilyRow): string {
  const one = { weightKg: eater.weight_kg, servings: eater.servings };
  return isSameEater(one, specChild) ? '' : `for ${whomText(one)}`;
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

/** What is said of one family, and the verdicts on its sum. */
type FamilyAnswer = ReturnType<typeof tileFamily>;

/** By EFSA's limits and everybody else's, whosever percents the tile shows. */
function tileFamily(tile: ReportTile) {
  const verdicts = tile.verdicts.filter(({ alone }) => alone === null);
  return { ...answerOf(ratedFigure(tile)), family: tile.family, verdicts };
}

function familyText(answer: FamilyAnswer, isShort: boolean): string {
  const { word, perDay } = answer;
  const within = withinText(answer, isShort);
  if (word === CANT_TELL) return within ?? words[word];
  if (word !== 'High') return words[word];
  const above = aboveText(answer);
  if (above) {
    const also = certainText(answer);
    return `${words[word]}, ${above}${also ? `; ${also}` : ''}`;
  }
  if (within === null) return words[word];
  return `${words[word]}, but ${within}${perDay ? `: ${perDay.replace(/ within .*/, ' within it')}` : ''}`;
}

/** What a family is within for certain, though this test can't tell its level or that is high; or null. */
function withinText(answer: FamilyAnswer, isShort = false): string | null {
  const { word, could, missed, verdicts } = answer;
  const isSome = verdicts.some(({ percent }) => percent.lower > 0);
  const none = answer.none.toLowerCase();
  const within = authoritiesWith(verdicts, 'within');
  const text = certainText(answer);
  if (text === null) return null;
  if (word !== CANT_TELL && word !== 'High') return null;
  const short = text.replace(' for certain', '');
  if (word === 'High') return isShort ? short : text;
  const unseen = authoritiesWith(verdicts, 'unseen');
  if (unseen.length === 0) {
    const kept = missed ? `${none}; ${missed}` : could?.toLowerCase();
    return isShort || missed ? (kept ?? null) : `${kept}, ${text}`;
  }
  if (isShort) return `${short}, but ${shortLimits(unseen)} can’t be checked`;
  if (isSome) return `some found, ${text}. About ${limitsText(unseen)} this test can’t tell`;
  return `${none}, ${text}. ${unseenText(verdicts, unseen, within)} for this test to check`;
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

/** The same after other limits were named. */
function shortLimits(of: readonly Authority[]): string {
  const [only, other] = of;
  return only && !other ? `the ${limitNames[only]} one` : limitsText(of);
}
