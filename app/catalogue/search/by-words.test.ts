import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { forgivingSlips, hasWordsOrSlips, likeness, plain } from './by-words.server.ts';
import { searchable } from '#app/kit/text.ts';
import { askedWords } from './words.ts';

useDatabase();

/** Those of some texts that a search finds, the likest first. */
async function found(typed: string, texts: readonly string[]): Promise<string[]> {
  const words = askedWords(typed);
  const text = plain(sql`searched`);
  const { rows } = await forgivingSlips((tx) =>
    tx.execute<{ at: number }>(sql`
      select at from unnest(${sql.param(texts.map(searchable))}::text[])
        with ordinality as texts (searched, at)
      where ${hasWordsOrSlips(text, words)} order by ${likeness(text, words)} desc`),
  );
  return rows.map(({ at }) => texts[at - 1]!);
}

const NAMES = {
  oatly: 'Oatly Oatmilk Full Fat Chilled in Carton dairy_alternatives plant_milk',
  haagen: 'Vanilla Ice Cream Häagen-Dazs',
  ben: 'Ben & Jerry’s Phish Food Ice Cream',
  coke: 'Coca-Cola Zero',
};

test.each<[string, keyof typeof NAMES | null]>([
  ['oatly', 'oatly'],
  ['OATLY milk', 'oatly'],
  ['milk oatly', 'oatly'],
  ['otaly', 'oatly'],
  ['oatlly', 'oatly'],
  ['plant milk', 'oatly'],
  ['dairy alternatives', 'oatly'],
  ['haagen dazs', 'haagen'],
  ['Haagendazs', 'haagen'],
  ['häagen vanila', 'haagen'],
  ['jerrys ben', 'ben'],
  ['Ben & Jerry’s', 'ben'],
  ['coke', null],
  ['coca cola', 'coke'],
  ['cocacola', 'coke'],
  ['oat zzz', null],
  ['cok', null],
  ['at', null],
])('a search for %j, whatever its slips, order and accents, finds %s', async (typed, name) => {
  expect(await found(typed, Object.values(NAMES))).toEqual(name === null ? [] : [NAMES[name]]);
});

test('what is spelled as it was typed comes before what only begins so, and before a slip', async () => {
  const texts = ['milks', 'mlik', 'buttermilk', 'milk'];
  expect(await found('milk', texts)).toEqual(['milk', 'milks', 'buttermilk', 'mlik']);
});

test.each(['marzpian', 'mrazipan', 'marzapan', 'marzipn', 'marzzipan'])(
  'one slip, %j, is forgiven in a word of eight letters',
  async (typed) => {
    expect(await found(typed, ['marzipan', 'marinara'])).toEqual(['marzipan']);
  },
);

test('a word that only begins alike is no slip', async () => {
  expect(await found('oatly', ['oatmeal'])).toEqual([]);
});
