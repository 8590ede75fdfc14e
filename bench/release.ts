import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { configure } from '#app/config.ts';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { rateAnew } from '#app/intake/rate-anew.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import { datasetChemicals } from '#app/toxicology/chemicals.ts';
import { withMost } from './goal.ts';

const PRODUCTS = 10_000;
/** Of each product; with 20 chemicals, a million measurements. */
const SAMPLES = 5;
const MOST_SECONDS = 60;
const MOST_MB = 100;
const LOOKED_MS = 100;

/** A release of ten thousand products and a million measurements: how long it takes, and how much memory. */
export async function benchRelease(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<string[]> {
  const DATA_DIR = mkdtempSync(`${tmpdir()}/openassay-release-`);
  configure({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, DATA_DIR });
  const keys = [...datasetChemicals.map(({ key }) => key), 'bpaf', 'totm'];
  say(`${PRODUCTS * SAMPLES * keys.length} measurements`);
  await fill(databaseUrl, keys);
  await rateAnew();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [most, longest, last] = [before, 0, performance.now()];
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
    longest = Math.max(longest, performance.now() - last - LOOKED_MS);
    last = performance.now();
  }, LOOKED_MS);
  const begun = performance.now();
  const outcome = await makeRelease();
  const seconds = (performance.now() - begun) / 1_000;
  clearInterval(looking);
  await disconnect();
  rmSync(DATA_DIR, { recursive: true });
  const moreMb = Math.round((most - before) / 1_048_576);
  return [
    JSON.stringify(outcome),
    withMost(`release: ${seconds.toFixed(1)} s`, seconds, MOST_SECONDS, 's'),
    withMost(`more memory: ${moreMb} MB`, moreMb, MOST_MB, 'MB'),
    `longest that a page would have waited: ${Math.round(longest)} ms`,
  ];
}

async function fill(databaseUrl: string, keys: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
  await run(
    `insert into chemicals (key, abbreviation, full_name, header_name, category)
     select key, upper(key), key, key, 'made up' from unnest($1::text[]) key
     on conflict do nothing`,
    [keys],
  );
  await run(
    `insert into tested_products (original_id, name, tags, serving_size_g, search_text)
     select 100000 + at, 'Oats ' || at, '{snacks}', 30, 'oats ' || at from generate_series(1, $1::int) at`,
    [PRODUCTS],
  );
  await run(
    `insert into result_revisions (original_id, number, published_at, rows)
     select original_id, 1, now(), 'rows' from tested_products`,
  );
  await run(
    `insert into lab_samples (sample_id, tested_product_id, lot, provenance)
     select original_id || '-' || at, original_id, 'L ' || at,
       '{"expiration_date":"2027-01-31","collected_at":"A shop","collected_on":"2026-11-01"}'
     from tested_products, generate_series(1, $1::int) at`,
    [SAMPLES],
  );
  await run(
    `insert into lab_measurements (lab_sample_id, chemical_key, reported, status, value_ng_g)
     select id, key, '<10', case when random() < 0.3 then 'ok' else 'below_loq' end,
       round((random() * 100)::numeric, 1)
     from lab_samples, unnest($1::text[]) key`,
    [keys],
  );
  await run('analyze');
  await client.end();
}
