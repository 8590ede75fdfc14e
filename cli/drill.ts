import { printFailures, sayProgress } from './long-run.ts';
import type { Drill } from '#drill/drill.ts';
import { drillKill } from '#drill/kill.ts';
import { drillRestore } from '#drill/restore.ts';
import { drillUpgrade } from '#drill/upgrade.ts';

/** `npm run drill -- NAME`: what happens once in a site's life, rehearsed. Exit 1 where it goes wrong. */
const DRILLS: Record<string, Drill> = {
  kill: drillKill,
  restore: drillRestore,
  upgrade: drillUpgrade,
};

const [name = '', ...args] = process.argv.slice(2);
const drill = DRILLS[name];
if (!drill) {
  console.error(`Which drill? npm run drill -- ${Object.keys(DRILLS).join(' | ')}`);
  process.exit(2);
}
// What it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const began = Date.now();
const { found, failures } = await drill(args, (line) => {
  const seconds = String(Math.round((Date.now() - began) / 1_000));
  sayProgress(`${seconds.padStart(5)} s  ${line}`);
});
for (const line of found) console.log(line);
printFailures(failures);
