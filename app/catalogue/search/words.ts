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
