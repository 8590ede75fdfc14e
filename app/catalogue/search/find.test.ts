import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { findAmong } from './find.server.ts';
import { searchable } from '#app/kit/text.ts';

useDatabase();

/** Those of some texts that a search finds, the likest first, or with `isNamed` by the specification's rule first. */
async function found(typed: string, texts: readonly string[], isNamed = false): Promise<string[]> {
  const { ids, isNear } = await findAmong(typed, {
    from: sql`unnest(${sql.param(texts.map(searchable))}::text[]) with ordinality as texts (text, at)`,
    id: sql`at::int`,
    ...(isNamed && { name: sql`text` }),
    words: sql`text`,
    where: sql`true`,
    isUnder: () => sql`false`,
    order: sql`at`,
  });
  const all = ids.map((at) => texts[at - 1]!);
  const isAsTyped = all.some((one) => searchable(one).includes(searchable(typed)));
  if (isNamed && all.length > 0) expect(isNear).toBe(!isAsTyped);
  return all;
}

const NAMES = {
  oatly: 'Oatly Oatmilk Full Fat Chilled in Carton dairy_alternatives plant_milk',
  haagen: 'Vanilla Ice Cream Häagen-Dazs',
  ben: 'Ben & Jerry’s Phish Food Ice Cream',
  coke: 'Coca-Cola Zero',
  seven: '7 Up',
  fuji: 'ＦＵＪＩ ７００ml',
  coffee: 'Nescafe Gold',
  chips: 'Jalapeño Chips',
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
  ['Jerry`s', 'ben'],
  ['coke', null],
  ['coca cola', 'coke'],
  ['cocacola', 'coke'],
  ['７ＵＰ', 'seven'],
  ['7up', 'seven'],
  ['fuji 700ml', 'fuji'],
  ['Nescafé', 'coffee'],
  ['nes cafe', 'coffee'],
  ['jalapeno', 'chips'],
  ['oat zzz', null],
  ['cok', null],
])(
  'a search for %j, whatever its slips, order, accents, width and spaces, finds %s',
  async (typed, name) => {
    const all = Object.values(NAMES);
    expect(await found(typed, all)).toEqual(name === null ? [] : [NAMES[name]]);
    expect(await found(typed, all, true)).toEqual(name === null ? [] : [NAMES[name]]);
  },
);
test('what is spelled as it was typed comes before what only begins so, and slips only where nothing is', async () => {
  const texts = ['milks', 'mlik', 'buttermilk', 'milk'];
  expect(await found('milk', texts)).toEqual(['milk', 'milks', 'buttermilk']);
  expect(await found('mikl', texts)).toEqual(['milk', 'milks', 'buttermilk']);
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

test('what has the text in its name comes first and alone, in the order that is asked for', async () => {
  const texts = ['buttermilk', 'mlik', 'oat milk', 'milk oat', 'milk'];
  expect(await found('milk', texts, true)).toEqual(['buttermilk', 'oat milk', 'milk oat', 'milk']);
  expect(await found('oat milk', texts, true)).toEqual(['oat milk']);
  expect(await found('!?', texts, true)).toEqual(texts);
});
