import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as reports from './test-reports.ts';
import { lastWords, type TestFailure } from './test-reports.ts';

/* Of what the runners write, what is read. */
const countPlaywright = (report: object) => reports.countPlaywright(report as never);
const countVitest = (report: object) => reports.countVitest(report as never);

const spec = (title: string, status: string, ...messages: string[]) => ({
  title,
  tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
});

const nothing = { flaky: [], failures: [] };

test('a browser test that failed once and then passed is counted as passed, and named', () => {
  const report = {
    stats: { expected: 2, unexpected: 0, flaky: 2 },
    errors: [],
    suites: [
      {
        title: 'home.spec.ts',
        specs: [spec('a search applies', 'flaky', 'no list'), spec('a brand is found', 'expected')],
        suites: [
          {
            title: 'without scripts',
            specs: [
              spec('the list is read', 'expected'),
              spec('links lead on', 'flaky', 'no link'),
            ],
          },
        ],
      },
    ],
  };
  expect(countPlaywright(report)).toEqual({
    passed: 4,
    failed: 0,
    flaky: ['home.spec.ts › a search applies', 'home.spec.ts › without scripts › links lead on'],
    failures: [],
  });
});

test('a browser test that failed each time is counted as failed, and told with its message', () => {
  const suites = [
    { title: 'a.spec.ts', specs: [spec('is broken', 'unexpected', 'at first', 'not to be seen')] },
  ];
  const stats = { expected: 3, unexpected: 1, flaky: 0 };
  expect(countPlaywright({ stats, suites, errors: [{ message: 'no site' }] })).toEqual({
    passed: 3,
    failed: 1,
    flaky: [],
    failures: [
      { name: 'set-up', message: 'no site\n' },
      { name: 'a.spec.ts › is broken', message: 'not to be seen\n' },
    ],
  });
});

test('units and stories are counted as their runner counts them', () => {
  const story = (fullName: string, status: string, ...failureMessages: string[]) => ({
    name: resolve('test/gifts.test.ts'),
    message: '',
    assertionResults: [{ fullName, status, failureMessages }],
  });
  const testResults = [
    story('a gift is paid', 'passed', 'never came about'),
    story('a gift is refunded', 'passed'),
    story('a gift is contested', 'failed', 'no order', 'no dispute'),
    { name: resolve('test/b.test.ts'), message: 'no such module', assertionResults: [] },
  ];
  expect(countVitest({ numPassedTests: 7, numFailedTests: 2, testResults })).toEqual({
    passed: 7,
    failed: 2,
    flaky: ['test/gifts.test.ts › a gift is paid'],
    failures: [
      { name: 'test/gifts.test.ts › a gift is contested', message: 'no order\nno dispute' },
      { name: 'test/b.test.ts', message: 'no such module' },
    ],
  });
});

test('the last words name each failure with the beginning of its message', () => {
  const told = 'Error: never came about\n\n    at \u001B[31mtest/gifts.test.ts\u001B[39m:7:3';
  const failures = [{ name: 'test/gifts.test.ts › a gift is paid', message: told }];
  expect(lastWords({ passed: 7, failed: 1, flaky: ['b › c'], failures }).split('\n')).toEqual([
    '',
    '1 flaky (failed once, passed when run again):',
    '  b › c',
    '',
    'Failed:',
    '  test/gifts.test.ts › a gift is paid',
    '      Error: never came about',
    '          at test/gifts.test.ts:7:3',
    '7 passed, 1 failed',
  ]);
  expect(lastWords({ ...nothing, passed: 7, failed: 0 })).toBe('7 passed, 0 failed');
});

test('however much fails, the last hundred lines begin with the first of it', () => {
  const failures = Array.from({ length: 15 }, (_, at): TestFailure => ({
    name: `test ${at}`,
    message: 'line\n'.repeat(500),
  }));
  const lines = lastWords({ ...nothing, passed: 0, failed: 15, failures }).split('\n');
  expect(lines.length).toBeLessThan(100);
  for (const { name } of failures) expect(lines).toContain(`  ${name}`);
});
