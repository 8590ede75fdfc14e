import { groupTags } from '#app/catalogue/group-tags.ts';
import { groups, type Group } from '#app/catalogue/groups.ts';
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

/** What each group is called, and its tags, by their words. */
const grouped = groups.map((group) => ({
  group,
  words: wordsOf([group.name, ...groupTags(group)].join(' ')),
}));

/** The groups whose names or tags have every word of a search, else those that slips may mean, in the order of the chips. */
export function findGroups(typed: string): Group[] {
  const asked = askedWords(typed);
  if (asked.length === 0) return [];
  const named = (isIn: (word: string, one: string) => boolean) =>
    grouped.filter(({ words }) => asked.every((word) => words.some((one) => isIn(word, one))));
  const exact = named((word, one) => (word.length < 3 ? one.startsWith(word) : one.includes(word)));
  return (exact.length > 0 ? exact : named(isNearly)).map(({ group }) => group);
}
