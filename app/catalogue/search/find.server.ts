import { sql, type SQL } from 'drizzle-orm';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { containing, searchable } from '#app/kit/text.ts';
import { askedWords } from './words.ts';

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
/** Found at most, in the order that is asked for or, of what is near, before it is put into any. */
const HITS_MAX = 500;

/** Products among which a search looks: a table's, with the names of its columns. */
interface Searched {
  from: SQL;
  id: SQL;
  /** What `searchable` made of a name: the specification's rule looks there. Without it, words alone are looked for. */
  name?: SQL;
  /** Where words are looked for. */
  words: SQL;
  where: SQL;
  /** What has a barcode, of fourteen digits. */
  isUnder: (upc: string) => SQL;
  order: SQL;
  /** Whether no slip is forgiven. */
  isStrict?: boolean;
}

/**
 * The one search: the product of a barcode, else what has the text as it was typed in its name, in the
 * order that is asked for; where nothing has, what has all of its words in any order or run together,
 * accents left off, and else what slips may mean, the likest first. 500 at most, by their numbers; `isNear`
 * where the specification's rule finds none of them.
 */
export async function findAmong(typed: string, at: Searched) {
  const upc = upcKey(typed);
  if (upc !== null) return { ids: await idsOf(at, at.isUnder(upc)), isNear: false };
  const named = at.name ? await idsOf(at, hasTerm(at.name, typed)) : [];
  const asked = askedWords(typed);
  // Of one or two letters there is no order, and a slip leaves nothing of them.
  const isShort = asked.join(' ').length <= (at.name ? 2 : 0);
  if (named.length > 0 || isShort) return { ids: named, isNear: false };
  const text = plain(at.words);
  const like = likeness(text, asked);
  const exact = await idsOf(at, hasWords(text, asked), at.name ? sql`0` : like);
  if (exact.length > 0 || at.isStrict) return { ids: exact, isNear: true };
  const ids = await inTransaction(async (tx) => {
    await tx.execute(
      sql`set local pg_trgm.strict_word_similarity_threshold = ${sql.raw(String(SLIP_LIKENESS))}`,
    );
    return idsOf(at, hasWordsOrSlips(text, asked), like, tx);
  });
  return { ids, isNear: true };
}

/** Those of a condition; with `near`, the first 500 are put into order, the nearest first. */
async function idsOf({ from, id, where, order }: Searched, is: SQL, near?: SQL, tx: Tx = db()) {
  const found = sql`from ${from} where ${where} and ${is}`;
  const { rows } = await tx.execute<{ id: number }>(
    near
      ? sql`select ${id} as id from (select *, ${near} as near ${found} limit ${HITS_MAX}) hits
            order by near desc, ${order}`
      : sql`select ${id} as id ${found} order by ${order} limit ${HITS_MAX}`,
  );
  return rows.map((row) => row.id);
}

/** The specification's rule (§5): a text that `searchable` made has what was typed as a part; one of nothing but signs is in all. */
export function hasTerm(text: SQL, typed: string): SQL {
  const term = searchable(typed);
  return term === '' ? sql`true` : sql`${text} like ${containing(term)}`;
}

/** A text as words are looked for in it, without accents, as `products_words_trigrams` has it. */
export function plain(text: SQL): SQL {
  return sql`plain_text(${text})`;
}

/** Whether each of the words stands in a text, in any order, as it was typed or within another word; or all of them run together. */
export function hasWords(text: SQL, words: readonly string[]): SQL {
  const each = all(words.map((word) => isLike(text, patternsOf(word))));
  return words.length > 1 ? sql`(${each} or ${isLike(text, patternsOf(words.join('')))})` : each;
}

/** The same, slips forgiven. */
function hasWordsOrSlips(text: SQL, words: readonly string[]): SQL {
  return all(
    words.map((word) => {
      if (word.length > SLIP_CHARACTERS_MAX) return isLike(text, patternsOf(word));
      const isWord = isLike(text, [word, ...swappedIn(word)].flatMap(patternsOf));
      return word.length < SLIP_CHARACTERS ? isWord : sql`(${isWord} or ${word} <<% ${text})`;
    }),
  );
}

/** How like the words are to what a text has of them: as many as there are where it has all. */
function likeness(text: SQL, words: readonly string[]): SQL {
  const each = words.map((word) => sql`strict_word_similarity(${word}, ${text})`);
  return sql`(${sql.join(each, sql` + `)})`;
}

/** Letters and digits alone, as `askedWords` leaves them, mean nothing else in a pattern. `7up` is `7 up` as well. */
function patternsOf(word: string): string[] {
  const apart = word.replaceAll(/(\d)(?=\p{L})|(\p{L})(?=\d)/gu, '$& ');
  const begun = word.length < WITHIN_CHARACTERS ? ['', '% ', '%\n'] : ['%'];
  return [...new Set([word, apart])].flatMap((one) => begun.map((before) => `${before}${one}%`));
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
      .with(at + 1, letters[at] ?? '')
      .join(''),
  );
}

function all(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` and `)})`;
}
