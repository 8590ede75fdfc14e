import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './test-reports.ts';

const spec = (title: string, ...statuses: string[]) => ({
  title,
  tests: statuses.map((status) => ({ status })),
});

test('a test that failed once and then passed is counted as passed, and named', () => {
  const report = {
    stats: { expected: 2, unexpected: 0, flaky: 2 },
    suites: [
      {
        title: 'home.spec.ts',
        file: 'home.spec.ts',
        specs: [spec('a search applies', 'flaky'), spec('a brand is found', 'expected')],
        suites: [
          {
            title: 'without scripts',
            file: 'home.spec.ts',
            specs: [spec('the list is read', 'expected'), spec('links lead on', 'flaky')],
          },
        ],
      },
    ],
  };
  expect(countPlaywright(report)).toEqual({
    passed: 4,
    failed: 0,
    flaky: ['home.spec.ts › a search applies', 'home.spec.ts › without scripts › links lead on'],
  });
});

test('a test that failed each time is counted as failed', () => {
  const suites = [
    { title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec('is broken', 'unexpected')] },
  ];
  expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 0 }, suites })).toEqual({
    passed: 3,
    failed: 1,
    flaky: [],
  });
});

test('units and stories are counted as their runner counts them', () => {
  const story = (fullName: string, status: string, ...failureMessages: string[]) => ({
    assertionResults: [{ fullName, status, failureMessages }],
  });
  const testResults = [
    story('a gift is paid', 'passed', 'never came about'),
    story('a gift is refunded', 'passed'),
    story('a gift is contested', 'failed', 'no order', 'no order'),
  ];
  expect(countVitest({ numPassedTests: 7, numFailedTests: 2, testResults })).toEqual({
    passed: 7,
    failed: 2,
    flaky: ['a gift is paid'],
  });
});
