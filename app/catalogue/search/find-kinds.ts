import { kinds, type Kind } from '#app/catalogue/kinds.ts';
import { askedWords, singular, wordsOf } from './words.ts';

const MOST = 4;

/** What each kind is called, by the words of each name. */
const named = kinds.map((kind) => ({
  kind,
  names: [kind.name, ...kind.also].map((name) => askedWords(name).map(singular)),
}));

/**
 * The kinds that a search names, four at most: those of which a name, or a brand of theirs, stands in
 * it whole, by the longest such name; else those with all of its words in one name.
 */
export function findKinds(typed: string): Kind[] {
  const asked = askedWords(typed).map(singular);
  if (asked.length === 0) return [];
  // `Coca-Cola`, `coca cola`, and `cocacola` meet.
  const has = new Set([...asked, ...wordsOf(typed).map(singular)]);
  const wholes = named.map(({ kind, names }) => ({
    kind,
    words: Math.max(
      ...names.map((name) => (name.every((word) => has.has(word)) ? name.length : 0)),
    ),
  }));
  const most = Math.max(...wholes.map(({ words }) => words));
  const found =
    most > 0
      ? wholes.filter(({ words }) => words === most)
      : named.filter(({ names }) =>
          names.some((name) => asked.every((word) => name.includes(word))),
        );
  return found.slice(0, MOST).map(({ kind }) => kind);
}
