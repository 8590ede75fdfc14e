import { sql, type SQL } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { slipsForgiven, wordDistance } from './forgiving.ts';

/** Ways to spell all words of a search, shared out among them: each is looked for in every name. */
const SPELLINGS_MAX = 12;
/** Words of the catalogue that are held against one that was typed. */
const HELD_MAX = 5_000;

interface Held extends Record<string, unknown> {
  asked: string;
  word: string;
  /** Without accents. */
  plain: string;
}

/**
 * For each word of a search the ways to spell it: as it was typed, and the words of the catalogue
 * that it may be a slip of, the nearest first. They come from all products, however many.
 */
export async function mendWords(asked: readonly string[]): Promise<string[][]> {
  const selects = asked.filter((word) => word.length > 2).map(heldAgainst);
  if (selects.length === 0) return asked.map((word) => [word]);
  const { rows } = await db().execute<Held>(sql.join(selects, sql` union all `));
  const most = Math.floor(SPELLINGS_MAX / asked.length);
  return asked.map((word) => {
    const held = rows.filter((row) => row.asked === word);
    return [word, ...nearest(word, held)].slice(0, Math.max(most, 2));
  });
}

/** Words of the catalogue that hold it under an accent, or may differ by slips. */
function heldAgainst(asked: string): SQL {
  const slips = slipsForgiven(asked);
  const any = patternsOf(asked).map((pattern) => sql`plain like ${pattern}`);
  const slipped =
    any.length > 0
      ? sql`(${sql.join(any, sql` or `)})
          and length(plain) between ${asked.length - slips} and ${asked.length + slips}`
      : sql`false`;
  return sql`(select ${asked}::text as asked, word, plain from product_words
    where (plain like ${`%${asked}%`} and word <> plain) or (${slipped}) limit ${HELD_MAX})`;
}

/** Few people mistake a word's first letter. What contains the word is found as it was typed. */
function nearest(asked: string, held: readonly Held[]): string[] {
  return held
    .filter(({ word }) => !word.includes(asked))
    .map(({ word, plain }) => ({ word, plain, distance: wordDistance(asked, plain) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance || unlike(asked, a.plain) - unlike(asked, b.plain))
    .map(({ word }) => word);
}

function unlike(asked: string, word: string): number {
  return (asked[0] === word[0] ? 0 : 2) + Math.abs(asked.length - word.length);
}

/**
 * Patterns of words that slips may have led away from; none for a word too short for them. Cut in
 * one part more than slips are forgiven, a word keeps one of its parts; only two letters that are
 * swapped across a cut touch both.
 */
export function patternsOf(word: string): string[] {
  const slips = slipsForgiven(word);
  if (slips === 0) return [];
  const size = Math.ceil(word.length / (slips + 1));
  const cuts = Array.from({ length: slips }, (_, at) => (at + 1) * size);
  const parts = [0, ...cuts].map((from) => {
    const part = word.slice(from, from + size);
    return `${from === 0 ? '' : '%'}${part}${from + size < word.length ? '%' : ''}`;
  });
  const swapped = cuts.map(
    (at) => `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`,
  );
  return [...parts, ...swapped];
}
