/** What the runners' own reports (JSON) say of a step of `npm test`. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of tests that failed, and passed when they were run once more; counted as passed. */
  flaky?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // What its first run failed by is told of a test that passed its second one.
  const flaky = tests.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    flaky: flaky.map(({ fullName }) => fullName),
  };
}

interface Suite {
  title: string;
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: Suite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
}

export function countPlaywright({ stats, suites }: PlaywrightReport): Count {
  const { expected, unexpected, flaky } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    flaky: suites.flatMap((suite) => flakyIn(suite, [])),
  };
}

function flakyIn({ title, specs, suites = [] }: Suite, above: string[]): string[] {
  const path = [...above, title];
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => [...path, spec.title].join(' › ')),
    ...suites.flatMap((suite) => flakyIn(suite, path)),
  ];
}
