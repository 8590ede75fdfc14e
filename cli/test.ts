import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { countPlaywright, countVitest, type Count } from './test-reports.ts';

/**
 * Every test, in the order in which a failure is cheapest to find. Each step is run even where an
 * earlier one failed; the last line states how many passed and failed. Tests that passed only when
 * they were run once more are named before it.
 */
interface Step {
  name: string;
  command: string[];
  /** Begun with the first step, beside those before it; what it says follows theirs. */
  isBegunAtOnce?: true;
  /** How many tests the step held, read from its report; one where it writes none. */
  report?: { file: string; read: (report: never) => Count };
}

const REPORTS = 'test-results';
/** More than all tests ever say, so that none waits to be heard. */
const HELD_BYTES = 64 * 1024 * 1024;
const bin = (name: string) => `node_modules/${name}`;

const steps: Step[] = [
  { name: 'route types', command: [bin('@react-router/dev/bin.cjs'), 'typegen'] },
  { name: 'types', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint')] },
  { name: 'format', command: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'build', command: ['cli/run.cjs', 'build'] },
  {
    name: 'unit and story tests',
    // They wait about as long as they compute.
    isBegunAtOnce: true,
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${REPORTS}/vitest.json`,
    ],
    report: { file: `${REPORTS}/vitest.json`, read: countVitest },
  },
  {
    name: 'browser tests',
    command: [bin('@playwright/test/cli.js'), 'test'],
    report: { file: `${REPORTS}/e2e.json`, read: countPlaywright },
  },
];

const only = process.argv.slice(2);
const total = { passed: 0, failed: 0, flaky: [] as string[] };
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const chosen = steps.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);
const begun = new Map(
  chosen.filter((step) => step.isBegunAtOnce).map((step) => [step, begin(step)]),
);
for (const step of chosen) {
  console.log(`\n== ${step.name}`);
  const count = countOf(step, await (begun.get(step) ?? begin(step))());
  total.passed += count.passed;
  total.failed += count.failed;
  total.flaky.push(...(count.flaky ?? []));
}
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
if (total.flaky.length > 0) {
  console.log(`\n${total.flaky.length} flaky (failed once, passed when run again):`);
  for (const name of total.flaky) console.log(`  ${name}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

/** Starts a step; what is returned waits for its exit code, and only then is it heard, if it is held. */
function begin({ name, command, isBegunAtOnce: isHeld }: Step): () => Promise<number | null> {
  const env = { ...process.env, NODE_ENV: name === 'build' ? 'production' : 'test' };
  const stdio: StdioOptions = isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(process.execPath, command, { stdio, env });
  const said = new PassThrough({ highWaterMark: HELD_BYTES });
  child.stdout?.pipe(said, { end: false });
  child.stderr?.pipe(said, { end: false });
  const ended = once(child, 'close').then(([status]) => {
    said.end();
    return status as number | null;
  });
  return async () => {
    said.pipe(process.stdout, { end: false });
    const [status] = await Promise.all([ended, once(said, 'end')]);
    return status;
  };
}

function countOf({ report }: Step, status: number | null): Count {
  const ended = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  if (!report) return ended;
  try {
    const count = report.read(JSON.parse(readFileSync(report.file, 'utf8')) as never);
    // A runner that failed without a failing test, in a setup say, has failed all the same.
    return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch {
    return { passed: 0, failed: 1 };
  }
}
