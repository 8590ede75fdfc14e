import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { SHARED_MEMORY, sharedMemoryHolds } from '#test/support/shared-memory.ts';
import { lastWords, type Count } from '#cli/suite/test-reports.ts';
import { chooseSteps, REPORTS, type Step } from '#cli/suite/test-steps.ts';

/** More than all tests ever say, so that none waits to be heard. */
const HELD_BYTES = 64 * 1024 * 1024;
const LAST_CHARACTERS = 1_200;
/** Node reads TypeScript by itself: Playwright would put every file through its own compiler first. */
const AS_IT_IS = { PW_DISABLE_TS_ESM: '1' };

/** Databases and browsers of tests leave nothing behind: where memory can hold them, no disk has to. */
const TEMPORARY_BYTES = 4 * 1024 ** 3;
const temporary = sharedMemoryHolds(TEMPORARY_BYTES)
  ? mkdtempSync(`${SHARED_MEMORY}/openassay-test-`)
  : undefined;
if (temporary) {
  // Started as root, a database runs as another user, who has to get in.
  chmodSync(temporary, 0o711);
  process.env.TMPDIR = temporary;
  // Tests that are broken off may still be writing.
  const patience = { maxRetries: 20, retryDelay: 100 };
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, ...patience }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

const found = chooseSteps(process.argv.slice(2));
if ('unknown' in found) {
  console.error(found.unknown);
  process.exit(2);
}
const { chosen } = found;
const total: Count = { passed: 0, failed: 0, flaky: [], failures: [] };
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const begun = new Map(
  chosen.filter((step) => step.isBegunAtOnce).map((step) => [step, begin(step)]),
);
for (const step of chosen) {
  console.log(`\n== ${step.name}`);
  const count = countOf(step, await (begun.get(step) ?? begin(step))());
  total.passed += count.passed;
  total.failed += count.failed;
  total.flaky.push(...count.flaky);
  total.failures.push(...count.failures);
}
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
console.log(lastWords(total));

interface Ended {
  status: number | null;
  /** The end of what it said. */
  lastOutput: string;
}

/** Starts a step; what is returned waits for its end, and only then is it heard, if it is held. */
function begin({ name, command, isOnDemand, report }: Step): () => Promise<Ended> {
  const NODE_ENV = name === 'build' || (isOnDemand && !report) ? 'production' : 'test';
  const env = { ...process.env, ...AS_IT_IS, NODE_ENV };
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const outcome = new PassThrough({ highWaterMark: HELD_BYTES });
  let lastOutput = '';
  for (const output of [child.stdout, child.stderr]) {
    output.pipe(outcome, { end: false });
    output.on('data', (chunk: Buffer) => {
      lastOutput = (lastOutput + chunk.toString()).slice(-LAST_CHARACTERS);
    });
  }
  const ended = once(child, 'close').then(([status]) => {
    outcome.end();
    return status as number | null;
  });
  return async () => {
    outcome.pipe(process.stdout, { end: false });
    const [status] = await Promise.all([ended, once(outcome, 'end')]);
    return { status, lastOutput };
  };
}

function countOf({ name, report }: Step, { status, lastOutput }: Ended): Count {
  const failure = { name: `${name} (exit code ${status})`, message: lastOutput };
  const failed: Count = { passed: 0, failed: 1, flaky: [], failures: [failure] };
  if (!report) return status === 0 ? { ...failed, passed: 1, failed: 0, failures: [] } : failed;
  try {
    const count = report.read(JSON.parse(readFileSync(report.file, 'utf8')) as never);
    if (status === 0 || count.failed > 0) return count;
    // A runner that failed without a failing test, in a setup say, has failed all the same.
    return { ...count, failed: 1, failures: [...count.failures, failure] };
  } catch {
    return failed;
  }
}
