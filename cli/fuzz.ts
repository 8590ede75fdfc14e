import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions, sayProgress } from './long-run.ts';
import { configure } from '#app/config.ts';
import { disconnect } from '#app/database/db.server.ts';
import { everyPlace, type Place } from '#test/fuzz/places.ts';
import { nothingFound, reportOf, runFuzz } from '#test/fuzz/run-fuzz.ts';
import { twoPeople } from '#test/fuzz/two-people.ts';
import { startProgram } from '#test/support/program.ts';
import type { Story } from '#test/support/story.ts';

/**
 * `npm run fuzz -- [--seed N] [--seconds N] [--requests N] [--only calls|forms|desk]
 * [--slow MS]`: the whole program, asked for every call and page in ways that nothing on the site
 * would, signed in and out, in rounds until the time is over, or as often as is said. Exit 1 where it
 * answers with a 5xx, shows or logs an error, or takes longer than a second or what is said.
 */
const options = readOptions(
  process.argv.slice(2),
  { seed: Date.now() % 1_000_000, seconds: 180, requests: Infinity, slow: 1_000 },
  { only: 'all' },
);
const { seed: first, seconds, requests, slow: slowMs, only } = options;
const isAsked = new Map<string, (place: Place) => boolean>([
  ['all', () => true],
  ['calls', ({ kind }) => kind === 'call'],
  ['forms', ({ form }) => form !== undefined],
  ['desk', ({ kind, path }) => kind === 'page' && path.startsWith('/admin')],
]).get(only);
if (!isAsked) throw new Error(`--only takes calls, forms, or desk, not ${only}`);
const EACH = 5;

const program = await startProgram({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const found = nothingFound();
try {
  const running = readFileSync(path.join(program.dataDir, 'running.json'), 'utf8');
  const { DATABASE_URL } = JSON.parse(running) as { DATABASE_URL: string };
  configure({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL, SITE_URL: program.url });
  const people = twoPeople({ url: program.url } as Story);
  const { places: all, find } = await everyPlace();
  const places = all.filter(isAsked);
  const endMs = Date.now() + seconds * 1_000;
  let loggedMs = Date.now();
  const isOver = () => {
    if (Date.now() - loggedMs > 5_000) {
      loggedMs = Date.now();
      const { slowest, faults } = found;
      sayProgress(
        `${found.requests} requests, slowest ${slowest[0]?.ms ?? 0} ms, ${faults.length} faults`,
      );
    }
    return Date.now() > endMs || found.requests >= requests;
  };
  sayProgress(`seed ${first}: ${places.length} places, for ${seconds} s`);
  for (let seed = first; !isOver() && found.faults.length === 0; seed += 1) {
    await runFuzz({ seed, each: EACH, places, find, slowMs, isOver, ...people }, found);
  }
} finally {
  await disconnect();
  // What it logged as an error is one.
  await program.stop().catch((error: unknown) => found.faults.push(String(error)));
}
console.log(reportOf(found));
for (const fault of found.faults) console.log(`\nFAILED: ${fault}`);
if (found.faults.length > 0) console.log(`\nAgain with: npm run fuzz -- --seed ${first}`);
process.exitCode = found.faults.length === 0 ? 0 : 1;
