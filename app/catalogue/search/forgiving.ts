/** A word that matches: as it is spelled, its beginning, some of it, or all but a slip. */
const SPELLED = 0;
const BEGINS = 1;
const WITHIN = 2;
const SLIPPED = 3;
/** Words of a search that are looked at; what comes after them says little. */
const WORDS_MAX = 8;

const IS_ASCII = /^[\0-\x7f]*$/;
const IS_PLAIN = /^[a-z\d]+$/;

/** Letters without accents, of one case: `Häagen` and `haagen` meet. */
function folded(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/**
 * The words of a text, folded. Apostrophes and `&` join what they stand between; a hyphen parts two
 * words and joins them as well, because people write `Coca-Cola` all three ways.
 */
export function wordsOf(text: string): string[] {
  const joined = folded(text).replaceAll(/['’`´.&]/gu, '');
  const parts = joined.split(/\s+/u).flatMap((part) => {
    if (IS_PLAIN.test(part)) return part; // as most are
    const pieces = part.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    return pieces.length > 1 && !part.includes('_') ? [...pieces, pieces.join('')] : pieces;
  });
  return [...new Set(parts)];
}

/** The words that a search asks for, each of which has to be found. */
export function askedWords(typed: string): string[] {
  const joined = folded(typed).replaceAll(/['’`´.&]/gu, '');
  return [...new Set(joined.split(/[^\p{L}\p{N}]+/u).filter(Boolean))].slice(0, WORDS_MAX);
}

/**
 * How well texts match what is asked for: 0 where every word stands there as it was typed, more
 * where less exactly so; null where a word is in none of them. The order of words says nothing.
 */
export function distanceOf(asked: readonly string[], words: readonly string[]): number | null {
  let sum = 0;
  for (const word of asked) {
    const best = Math.min(...words.map((known) => wordDistance(word, known)));
    if (best === Infinity) return null;
    sum += best;
  }
  return sum;
}

/** The same of two words: `oatmlk` is a slip of `oatmilk`. */
export function wordDistance(asked: string, known: string): number {
  if (asked === known) return SPELLED;
  if (known.startsWith(asked)) return BEGINS;
  if (asked.length >= 3 && known.includes(asked)) return WITHIN;
  // A plural meets its singular.
  if (asked.length >= 4 && asked === `${known}s`) return BEGINS;
  const slips = slipsForgiven(asked);
  return slips > 0 && isWithin(asked, known, slips) ? SLIPPED : Infinity;
}

/** How many letters of a word may be wrong: a short one has to be right. */
export function slipsForgiven(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
}

/** Whether as many letters added, left out, changed or swapped lead from one word to the other. */
function isWithin(a: string, b: string, slips: number): boolean {
  if (Math.abs(a.length - b.length) > slips) return false;
  let older: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (older[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > slips) return false;
    older = row;
    row = next;
  }
  return (row[b.length] ?? Infinity) <= slips;
}
