import {
  foundOf,
  heldOf,
  ownPercent,
  standOf,
  sumPercent,
  type Authority,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
import { isEaten, isNear, percentIn } from './sentences.ts';

/** What a text is about: one family of one product, for one who eats. */
export interface About {
  product: RawProduct;
  family: RawFamily;
  person: Person;
}

const NAMES: [RegExp, Authority][] = [
  [/European|EFSA/, 'EFSA'],
  [/German|BfR/, 'BfR'],
  [/U\.S\.|EPA/, 'EPA'],
];
const NAMED = String.raw`(?:U\.S\.|European|German|EPA|EFSA|BfR)(?:’s)?(?: \((?:EPA|BfR|EFSA)\))?`;
/** `within the U.S. (EPA) and German (BfR) limits`, `above the European limit for BPA if BPS is counted as BPA`. */
const STANDS = new RegExp(
  String.raw`\b(within|above|below) (?:all |each |every |an? |the )*(${NAMED}(?:(?:, and |, | and )(?:the )?${NAMED})*)(?: [A-Z]{3,5})? (?:limits?|reference doses?)(?: for ([A-Z]{3,5})\b)?( if ([A-Z, and]+) (?:is|are) counted as ([A-Z]{3,5}))?`,
  'gi',
);

/** How a family stands under an authority, at a glance. */
export const TICKS =
  /([✓✗!?]|\bWithin|\bAbove if counted|\bAbove|\bCan’t tell(?: for)?),? (EPA|BfR|EFSA)\b(?! reference|’s)( on average)?/g;

/** What is said after a limit of how far being within it reaches. */
const HELD = /^ (for certain|on average|in the one sample tested)\b/;

/** Above by the limit's own substance alone; within counts everything that could be there. */
export function limits(sentence: string, { product, family, person }: About): string[] {
  return [...sentence.matchAll(STANDS)].flatMap(
    ({ index, 0: said = '', 1: verb = '', 2: names = '', 4: condition, 5: counted = '', 6: as }) =>
      NAMES.filter(([pattern]) => pattern.test(names)).flatMap(([, authority]) => {
        const rest = sentence.slice(index + said.length);
        const [, how] = HELD.exec(rest) ?? [];
        const held = heldOf(product, family, person, authority);
        const stands = standOf(product, family, person, authority);
        const holds =
          verb.toLowerCase() === 'above' ? (condition ? 'sum above' : 'own above') : 'within';
        if (!isEaten(product)) return [`“${said}” of what nobody eats`];
        if (stands !== holds)
          return [`“${said}” by the ${authority}, where it is ${stands ?? 'no limit'}`];
        if (how && how !== held) return [`“${said} ${how}”, where that is ${held}`];
        if (held === 'on average' && !/\baverage\b/.test(rest))
          return [`“${said}” by the ${authority}, where that holds on average`];
        const others = foundOf(product, family).filter((one) => one !== as);
        const isAll = others.every((one) => counted.includes(one));
        return condition && !isAll ? [`“${said}” leaves out ${others.join(', ')}`] : [];
      }),
  );
}

/** `Above limit`, `above the daily limit`: EFSA's, whose it is must be said. */
export function bareLimits(sentence: string, { product, family, person }: About): string[] {
  const [said, verb = ''] =
    /\b(above|below) (?:(?:the|that) )?(?:daily )?limit\b/i.exec(sentence) ?? [];
  if (said === undefined || /\bblind below\b/.test(sentence)) return [];
  const stands = standOf(product, family, person, 'EFSA');
  const holds = verb.toLowerCase() === 'above' ? 'own above' : 'within';
  return stands === holds ? [] : [`“${said}” where it is ${stands} by EFSA`];
}

/** `✓ EPA ✓ BfR ? EFSA`, `Within EPA Within BfR Can’t tell EFSA`. */
export function ticks(sentence: string, { product, family, person }: About): string[] {
  const signs = sentence.matchAll(TICKS);
  return [...signs].flatMap(([said, sign = '', name = '', average]) => {
    const stands = standOf(product, family, person, name as Authority);
    const isMean = heldOf(product, family, person, name as Authority) === 'on average';
    if ((average !== undefined) !== isMean)
      return [`“${said}”, where ${isMean ? 'the average alone' : 'more than an average'} is`];
    const holds: Record<string, readonly unknown[]> = {
      '✓': ['within'],
      Within: ['within'],
      '?': ['open'],
      'Can’t tell': ['open'],
      'Can’t tell for': ['open'],
      'Above if counted': ['sum above'],
      Above: ['own above'],
    };
    const isTrue = (holds[sign] ?? ['own above', 'sum above']).includes(stands);
    return isTrue ? [] : [`“${said}” where it is ${stands ?? 'no limit'}`];
  });
}

/** Whose limit a sentence names; EFSA's where it names none. */
export function whose(sentence: string): Authority {
  return NAMES.toReversed().find(([pattern]) => pattern.test(sentence))?.[1] ?? 'EFSA';
}

/** Times a limit are said of the limit's own substance, or with what is counted as it. */
export function times(sentence: string, { product, family, person }: About): string[] {
  if (!/(about|at least) [\d.,]+ (million |billion )?times/i.test(sentence)) return [];
  const authority = whose(sentence);
  const sum = sumPercent(product, family, person, authority);
  const own = ownPercent(product, family, person, authority);
  if (!sum || !own) return []; // of single substances
  const isCounted = /\bcounted as\b|\bif .* counts? as\b/.test(sentence);
  const isOver = (/at least/i.test(sentence) ? own.lower : own.estimate) > 100;
  if (!isOver && !isCounted) return ['times a limit whose own substance is not over it'];
  const printed = percentIn(sentence)!;
  const isTrue = (isCounted ? [sum] : [sum, own]).some(({ lower, estimate, upper }) =>
    [lower, estimate, upper].some((one) => isNear(printed, one)),
  );
  return isTrue ? [] : [`it is ${Math.round(sum.estimate)}%`];
}
