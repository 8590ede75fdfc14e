import { kinds, type Kind } from '#app/catalogue/kinds.ts';
import { askedWords, isNearly, singular, wordsOf } from './words.ts';

const MOST = 4;

/** What each kind is called, by the words of each name. */
const named = kinds.map((kind) => ({
  kind,
  names: [kind.name, ...kind.also].map((name) => askedWords(name).map(singular)),
}));

/**
 * The kinds that a search names, four at most: those of which a name, or a brand of theirs, stands in
 * it whole, by the longest such name; else those with all of its words in one name; else those that a
 * slip in a long word may mean.
 */
export function findKinds(typed: string): Kind[] {
  const asked = askedWords(typed).map(singular);
  if (asked.length === 0) return [];
  // `Coca-Cola`, `coca cola`, and `cocacola` meet.
  const has = [...new Set([...asked, ...wordsOf(typed).map(singular)])];
  const ways = [
    () => longest((word) => has.includes(word)),
    () =>
      named.filter(({ names }) => names.some((name) => asked.every((word) => name.includes(word)))),
    () => longest((word) => has.some((typedWord) => isNearly(typedWord, word))),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found.slice(0, MOST).map(({ kind }) => kind);
  }
  return [];
}

/** The kinds with the longest name of which every word is asked for. */
function longest(isAsked: (word: string) => boolean) {
  const wholes = named.map((one) => ({
    ...one,
    words: Math.max(...one.names.map((name) => (name.every(isAsked) ? name.length : 0))),
  }));
  const most = Math.max(...wholes.map(({ words }) => words));
  return most > 0 ? wholes.filter(({ words }) => words === most) : [];
}
