import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** What the runners' own reports (JSON) say of a step of `npm test`. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of tests that failed, and passed when they were run once more; counted as passed. */
  flaky: string[];
  failures: TestFailure[];
}

/** What failed: a test with its file, or what is no test, and how. */
export interface TestFailure {
  name: string;
  message: string;
}

/** So much of failures is shown that all of it stands in the last hundred lines of a log. */
const FAILURES_SHOWN = 6;
const LINES_SHOWN = 12;

export function countVitest({
  numPassedTests,
  numFailedTests,
  testResults,
}: JsonTestResults): Count {
  const count: Count = { passed: numPassedTests, failed: numFailedTests, flaky: [], failures: [] };
  for (const { name, message, assertionResults } of testResults) {
    const file = relative('.', name);
    // Why the file failed where no test of it did.
    if (message) count.failures.push({ name: file, message });
    for (const { status, fullName, failureMessages } of assertionResults) {
      const messages = failureMessages ?? [];
      const test = `${file} › ${fullName}`;
      // What its first run failed by is told of a test that passed its second one.
      if (status === 'passed' && messages.length > 0) count.flaky.push(test);
      if (status === 'failed') {
        count.failures.push({ name: test, message: messages.join('\n') });
      }
    }
  }
  return count;
}

export function countPlaywright({ stats, suites, errors }: JSONReport): Count {
  const { expected, unexpected, flaky } = stats;
  const count: Count = { passed: expected + flaky, failed: unexpected, flaky: [], failures: [] };
  // What failed outside of tests.
  for (const error of errors) count.failures.push({ name: 'set-up', message: textOf([error]) });
  for (const suite of suites) takeIn(suite, [], count);
  return count;
}

function takeIn(
  { title, specs, suites = [] }: JSONReportSuite,
  above: string[],
  count: Count,
): void {
  const path = [...above, title];
  for (const { title: own, tests } of specs) {
    const name = [...path, own].join(' › ');
    for (const { status, results } of tests) {
      if (status === 'flaky') count.flaky.push(name);
      if (status !== 'unexpected') continue;
      const last = results.at(-1)?.errors ?? [];
      count.failures.push({ name, message: textOf(last) });
    }
  }
  for (const suite of suites) takeIn(suite, path, count);
}

function textOf(errors: { message?: string; snippet?: string }[]): string {
  return errors.map(({ message, snippet }) => [message, snippet].join('\n')).join('\n');
}

/** What `npm test` says last: each failure with the beginning of its message, and how many passed. */
export function lastWords({ passed, failed, flaky, failures }: Count): string {
  const more = failures.slice(FAILURES_SHOWN);
  return [
    ...(flaky.length > 0 ? [`\n${flaky.length} flaky (failed once, passed when run again):`] : []),
    ...flaky.map((name) => `  ${name}`),
    ...(failures.length > 0 ? ['\nFailed:'] : []),
    ...failures
      .slice(0, FAILURES_SHOWN)
      .map(({ name, message }) => `  ${name}\n${beginning(message)}`),
    ...more.map(({ name }) => `  ${name}`),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

function beginning(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'));
  return lines
    .slice(0, LINES_SHOWN)
    .map((line) => `      ${line.slice(0, 300)}`)
    .join('\n');
}
