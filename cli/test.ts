import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { countPlaywright, countVitest, type Count } from './test-reports.ts';

/**
 * Every test, in the order in which a failure is cheapest to find. Each step is run even where an
 * earlier one failed; the last line states how many passed and failed. Tests that passed only when
 * they were run once more are named before it.
 */
interface Step {
  name: string;
  command: string[];
  /** How many tests the step held, read from its report; one where it writes none. */
  report?: { file: string; read: (report: never) => Count };
}

const REPORTS = 'test-results';
const bin = (name: string) => `node_modules/${name}`;

const steps: Step[] = [
  { name: 'route types', command: [bin('@react-router/dev/bin.cjs'), 'typegen'] },
  { name: 'types', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint')] },
  { name: 'format', command: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  {
    name: 'unit and story tests',
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${REPORTS}/vitest.json`,
    ],
    report: { file: `${REPORTS}/vitest.json`, read: countVitest },
  },
  { name: 'build', command: ['cli/run.cjs', 'build'] },
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
for (const step of steps) {
  if (only.length > 0 && !only.some((word) => step.name.includes(word))) continue;
  const count = run(step);
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

function run({ name, command, report }: Step): Count {
  console.log(`\n== ${name}`);
  const env = { ...process.env, NODE_ENV: name === 'build' ? 'production' : 'test' };
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env });
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
