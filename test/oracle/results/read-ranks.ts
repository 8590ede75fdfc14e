import { isCarried, lowerBy, type Strength } from './compared.ts';
import { isRated, PERSONS, type RawFamily, type RawProduct } from './raw-results.ts';
import { familiesIn, section, sentencesOf, type ReadPage, type Refusal } from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;

/** A strength that a rank claims; of one that names none nothing holds. */
const WORDS: [RegExp, Strength][] = [
  [/for certain|surely|for sure/i, 'for certain'],
  [/in every sample/i, 'in every sample'],
  [/on average/i, 'on average'],
];

/**
 * What a report says of its place among all products and among those of a tag or category: so many are
 * counted as it says there are, and no more are lower or higher than the rows bear. For the child.
 */
export function refusedOfRanks({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const own = raw.get(Number(/^\/plasticlist\/(\d+)\.md/.exec(path)?.[1]));
  if (!own) return [];
  const refused: Refusal[] = [];
  for (const part of section(text, /^## Among all/)
    .split(/^### /m)
    .slice(1)) {
    const [family] = familiesIn(part.split('\n')[0] ?? '');
    if (!family) continue;
    if (!/\bchild\b/.test(part.split('\n')[0] ?? ''))
      refused.push({
        page: path,
        product: own.id,
        sentence: family,
        why: 'it does not say for whom',
      });
    for (const sentence of sentencesOf(part.replaceAll(/^\|.*$/gm, ''))) {
      const why = falseRank(sentence, own, family, raw);
      if (why) refused.push({ page: path, product: own.id, sentence, why });
    }
  }
  return refused;
}

function falseRank(sentence: string, own: RawProduct, family: RawFamily, raw: Raw): string | null {
  const [, tag] = /tagged “([^”]+)”/.exec(sentence) ?? [];
  const isOf = (one: RawProduct) => !tag || one.tags.includes(tag.replaceAll(' ', '_'));
  const others = [...raw.values()].filter(
    (one) => one !== own && isOf(one) && isRated(one, family),
  );
  const [, total] =
    /\bof (\d+) other/.exec(sentence) ??
    /\bfrom (\d+) other/.exec(sentence) ??
    /\bOnly (\d+) other/.exec(sentence) ??
    [];
  const [, lowest, all] = /\bThe (lowest|highest) of (\d+)/.exec(sentence) ?? [];
  const counted = total ? Number(total) : all ? Number(all) - 1 : null;
  if (tag && counted !== null && counted !== others.length) {
    return `${counted} are counted, ${others.length} others are tagged “${tag}”`;
  }
  const found = [...sentence.matchAll(/\b(lower|higher)\b[^,.]*? than (\d+)/gi)];
  const claims = found.map(([, side = '', count]) => [side.toLowerCase(), Number(count)] as const);
  if (lowest && counted !== null) claims.push([lowest === 'lowest' ? 'lower' : 'higher', counted]);
  const graded = falselyGraded(sentence, own, family, others);
  if (graded !== undefined) return graded;
  const strength = WORDS.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'for certain';
  for (const [side, count] of claims) {
    const bears = others.filter((other) => {
      const pair = side === 'lower' ? [own, other] : [other, own];
      return isCarried(strength, lowerBy(pair[0]!, pair[1]!, family, PERSONS.child));
    }).length;
    if (count > bears)
      return `${side} ${strength} than ${bears} of ${others.length}, not than ${count}`;
  }
  return null;
}

/**
 * `Lower than 82 of 235 other ranked products: 30 for certain, 40 in every sample tested, and 12 on
 * average.` Undefined of a sentence that is no such one.
 */
function falselyGraded(
  sentence: string,
  own: RawProduct,
  family: RawFamily,
  others: readonly RawProduct[],
): string | null | undefined {
  const [, side, count, list] = /^(lower|higher) than ([\d,]+)\b[^:]*: (.*)$/i.exec(sentence) ?? [];
  if (side === undefined || list === undefined) return undefined;
  const number = (text = '') => Number(text.replaceAll(',', ''));
  let sum = 0;
  for (const [pattern, strength] of WORDS) {
    const [, some] = new RegExp(`([\\d,]+) (?:${pattern.source})`, 'i').exec(list) ?? [];
    if (some === undefined) continue;
    sum += number(some);
    // What is surer is counted apart, and samples that overlap are named.
    const bears = others.filter((other) => {
      const [low, high] = side.toLowerCase() === 'lower' ? [own, other] : [other, own];
      return lowerBy(low, high, family, PERSONS.child) === strength;
    }).length;
    if (number(some) > bears) return `${side} ${strength} than ${bears}, not than ${some}`;
  }
  return sum === number(count) ? null : `${sum} are counted, not ${count}`;
}
