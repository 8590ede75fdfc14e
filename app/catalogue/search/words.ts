/** Words of a search that are looked at; what comes after them says little. */
const WORDS_MAX = 8;

/** Letters without accents, of one case: `Häagen` and `haagen` meet, and `Jerry’s` and `jerrys`. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`´.&]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/**
 * The words of a text, folded. A hyphen parts two words and joins them as well, because people write
 * `Coca-Cola` all three ways.
 */
export function wordsOf(text: string): string[] {
  const parts = folded(text)
    .split(/\s+/u)
    .flatMap((part) => {
      const pieces = part.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      return pieces.length > 1 && !part.includes('_') ? [...pieces, pieces.join('')] : pieces;
    });
  return [...new Set(parts)];
}

/** The words that a search asks for, each of which has to be found. */
export function askedWords(typed: string): string[] {
  const words = folded(typed).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean))].slice(0, WORDS_MAX);
}

/** Words of a question that say nothing of what it is about: how it is asked, for whom, and what is feared. */
const asking = new Set(
  `a an about and any are be best better bad baby bpa bisphenol bisphenols buy can cancer chemical
   chemicals child children clean cleaner cleanest contain contains could daughter do does drink drinking
   eat eating for free from give good harmful has have healthy how i if in is isn’t it its kid kids me
   microplastic microplastics month months much my of ok okay old on or our phthalate phthalates plastic
   plastics please safe safer safest should show so son test tested than that the there these this to toddler
   toddlers toxic unhealthy use using vs was we what when where which who why what’s whats who’s whos with worst year years you
   your`.split(/\s+/),
);

/** Whether a word of a question says what it is about. */
export function isAbout(word: string): boolean {
  return !asking.has(word);
}

/** One as many: `berries` and `berry` meet. */
export function singular(word: string): string {
  if (word.length <= 3 || word.endsWith('ss')) return word;
  return word
    .replace(/oes$/, 'o')
    .replace(/(ies|ie)$/, 'y')
    .replace(/s$/, '');
}

/** From so many letters on, one slip still leaves a word that is no other. */
const SLIP_CHARACTERS = 6;

/** Whether a word is another one, or that with one letter more, fewer, or different, or two swapped. */
export function isNearly(word: string, other: string): boolean {
  if (word === other) return true;
  if (Math.min(word.length, other.length) < SLIP_CHARACTERS) return false;
  let from = 0;
  while (from < word.length && word[from] === other[from]) from += 1;
  let ends = 0;
  while (
    ends < Math.min(word.length, other.length) - from &&
    word.at(-1 - ends) === other.at(-1 - ends)
  ) {
    ends += 1;
  }
  const a = word.slice(from, word.length - ends);
  const b = other.slice(from, other.length - ends);
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(''));
}
