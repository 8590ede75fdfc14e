import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Story } from '#test/support/story.ts';
import './tsx-hooks.ts';

// Only now can Node read what is written with tags.
const { configure } = await import('#app/config.ts');
const { disconnect } = await import('#app/database/db.server.ts');
const { everyPlace } = await import('#test/fuzz/places.ts');
const { nothingFound, reportOf, runFuzz } = await import('#test/fuzz/run-fuzz.ts');
const { twoPeople } = await import('#test/fuzz/two-people.ts');
const { startProgram } = await import('#test/support/program.ts');

/**
 * `npm run fuzz -- [--seed N] [--seconds N]`: the whole program, asked for every call and page in ways
 * that nothing on the site would, signed in and out, in rounds until the time is over. Exit 1 where it
 * answers with a 5xx, shows or logs an error, or takes more than a second.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '180' },
  },
});
const first = whole('seed', values.seed ?? String(Date.now() % 1_000_000));
const seconds = whole('seconds', values.seconds);
const SLOW_MS = 1_000;
const EACH = 5;

const say = (line: string) => process.stderr.write(`${line}\n`);
const program = await startProgram({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const found = nothingFound();
try {
  const running = readFileSync(path.join(program.dataDir, 'running.json'), 'utf8');
  const { DATABASE_URL } = JSON.parse(running) as { DATABASE_URL: string };
  configure({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL, SITE_URL: program.url });
  const people = twoPeople({ url: program.url } as Story);
  const { places, find } = await everyPlace();
  const endMs = Date.now() + seconds * 1_000;
  let loggedMs = Date.now();
  const isOver = () => {
    if (Date.now() - loggedMs > 5_000) {
      loggedMs = Date.now();
      const { requests, slowest, faults } = found;
      say(`${requests} requests, slowest ${slowest[0]?.ms ?? 0} ms, ${faults.length} faults`);
    }
    return Date.now() > endMs;
  };
  say(`seed ${first}: ${places.length} places, for ${seconds} s`);
  for (let seed = first; !isOver() && found.faults.length === 0; seed += 1) {
    await runFuzz({ seed, each: EACH, places, find, slowMs: SLOW_MS, isOver, ...people }, found);
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

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} takes a whole number above 0, not ${text}`);
}
