import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { FULL_FUNDING_CENTS, LEVELS } from '#app/kit/money.ts';

/** What `slowest-reads.ts` searches for. */
export const TERMS = {
  /** One name in a hundred thousand has it. */
  rare: 'zyzzyva',
  /** Nobody's. */
  absent: 'xqjxqjx',
} as const;

const WORDS = 3_000;
const SYLLABLES =
  'ba be bi bo ca ce chi co cra da de di do el fa fe fi fla ga ge gra ha he ho in ja ka ki la le li lo ma me mi mo na ne ni no oat pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo wa we za'.split(
    ' ',
  );

/**
 * Words of two syllables, one in ten of three, always the same. The first stand in every fourth
 * product or so, the last in one of four thousand, as in a real catalogue.
 */
export function catalogueWords(): string[] {
  const syllable = (at: number) => SYLLABLES[at % SYLLABLES.length] ?? '';
  return Array.from({ length: WORDS }, (_, at) => {
    // A step that has no divisor in common with the number of pairs meets each of them once.
    const pair = (at * 1_009) % SYLLABLES.length ** 2;
    const first = syllable(Math.floor(pair / SYLLABLES.length)) + syllable(pair);
    return at % 10 === 0 ? first + syllable(at / 10) : first;
  });
}

/**
 * Where the database of so many products is: inside `folder`, or in the folder that KEEP_IN names,
 * which is kept, so that the next run finds it there.
 */
export function catalogueFolder(folder: string, products: number): string {
  const own = path.join(process.env.KEEP_IN ?? folder, String(products));
  mkdirSync(own, { recursive: true });
  return own;
}

/** Every second product has one of these; the last belongs to products that have got nothing yet. */
const CATEGORIES = ['Dairy', 'Plant-Based', 'Beverages', 'Produce', 'Frozen', 'Meat & Fish'];
const UNFUNDED_CATEGORY = 'Baby Food';

/**
 * Adds made-up products up to a number: most have got nothing yet, some have been taken off, one in
 * a thousand is a demonstration. The search indexes are made anew at the end, which is faster. Where
 * there are as many already, nothing is done.
 */
export async function growCatalogue(
  databaseUrl: string,
  products: number,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counted = await client.query('select count(*)::int as count from products');
    if (counted.rows[0].count >= products) return;
    const found = await client.query(`select indexdef from pg_indexes
      where indexname in ('products_search_trigrams', 'products_words_trigrams')`);
    await client.query(`select setseed(0.25)`);
    await client.query(`drop index products_search_trigrams, products_words_trigrams`);
    say(`adding products up to ${products.toLocaleString('en-US')} …`);
    // What these have raised is of no payment.
    await client.query('alter table products disable trigger products_add_up');
    await client.query(ADD, [
      catalogueWords(),
      products,
      TERMS.rare,
      CATEGORIES,
      UNFUNDED_CATEGORY,
    ]);
    await client.query('alter table products enable trigger products_add_up');
    say('indexing them …');
    await client.query(`set maintenance_work_mem = '256MB'`);
    for (const { indexdef } of found.rows) await client.query(indexdef);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const ADD = `
  with words as materialized (
    select * from unnest($1::text[]) with ordinality as words (word, at)
  )
  insert into products (id, name, brand, category, search_text, target_cents, levels, raised_cents,
                        contributor_count, is_demo, removed_at, removed_reason)
  select id, initcap(name), initcap(brand),
    case when luck >= 0.9 then $5 else coalesce(($4::text[])[id % 12 + 1], 'Unknown') end,
    name || E'\\n' || brand,
    ${FULL_FUNDING_CENTS}, ${LEVELS},
    case when luck < 0.2 then (luck * 500000)::int / 500 * 500 else 0 end,
    case when luck < 0.2 then (luck * 200)::int else 0 end,
    id % 1000 = 7,
    case when id % 50 = 3 then now() end, case when id % 50 = 3 then 'removed' end
  from (
    select id, luck, d.word as brand,
      concat_ws(' ', a.word, b.word, c.word, case when id % 100000 = 9001 then $3::text end, id)
        as name
    from (
      select id, random() as luck, ${place()} as one, ${place()} as two, ${place()} as three,
        ${place()} as four
      from generate_series(10001, 10000 + $2::int - (select count(*)::int from products)) as id
    ) made
    join words a on a.at = one join words b on b.at = two
    join words c on c.at = three join words d on d.at = four
  ) named`;

/** The first words more often than the last. */
function place(): string {
  return `1 + floor(power(random(), 3) * ${WORDS})::int`;
}
