import { sql, type SQL } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';

/** A shorter word has to begin one of the text. */
const WITHIN_CHARACTERS = 3;
/** From so many letters on, two may be swapped. */
const SWAPPED_CHARACTERS = 4;
/** From so many on, a slip leaves enough trigrams to know the word by. */
const SLIP_CHARACTERS = 5;
/** So many at most: what is longer is no word of a name. */
const SLIP_CHARACTERS_MAX = 24;
/** One slip in a word of six letters leaves 0.4; less is mostly another word that begins alike. */
const SLIP_LIKENESS = 0.39;

/** A text as words are looked for in it, without accents, as `products_words_trigrams` has it. */
export function plain(text: SQL): SQL {
  return sql`plain_text(${text})`;
}

/** Whether each of the words stands in a text, in any order; as it was typed, or within another word. */
export function hasWords(text: SQL, words: readonly string[]): SQL {
  return all(words.map((word) => isLike(text, patternsOf(word))));
}

/** The same, slips forgiven; for what `forgivingSlips` reads. */
export function hasWordsOrSlips(text: SQL, words: readonly string[]): SQL {
  return all(
    words.map((word) => {
      if (word.length > SLIP_CHARACTERS_MAX) return isLike(text, patternsOf(word));
      const isWord = isLike(text, [word, ...swappedIn(word)].flatMap(patternsOf));
      return word.length < SLIP_CHARACTERS ? isWord : sql`(${isWord} or ${word} <<% ${text})`;
    }),
  );
}

/** How like the words are to what a text has of them: as many as there are where it has all. */
export function likeness(text: SQL, words: readonly string[]): SQL {
  const each = words.map((word) => sql`strict_word_similarity(${word}, ${text})`);
  return sql`(${sql.join(each, sql` + `)})`;
}

/** Reads by statements that forgive slips. */
export function forgivingSlips<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
  return db().transaction(async (tx) => {
    await tx.execute(
      sql`set local pg_trgm.strict_word_similarity_threshold = ${sql.raw(String(SLIP_LIKENESS))}`,
    );
    return read(tx);
  });
}

/** Letters and digits alone, as `askedWords` leaves them, mean nothing else in a pattern. */
function patternsOf(word: string): string[] {
  return word.length < WITHIN_CHARACTERS
    ? ['', '% ', '%\n'].map((before) => `${before}${word}%`)
    : [`%${word}%`];
}

function isLike(text: SQL, patterns: string[]): SQL {
  return sql`${text} like any (${sql.param(patterns)}::text[])`;
}

/** A word with each two neighboring letters the other way round, from four letters on. */
function swappedIn(word: string): string[] {
  const letters = [...word];
  if (letters.length < SWAPPED_CHARACTERS) return [];
  return letters.slice(1).map((letter, at) =>
    [...letters]
      .with(at, letter)
      .with(at + 1, letters[at]!)
      .join(''),
  );
}

function all(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` and `)})`;
}
