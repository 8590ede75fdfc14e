import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';

/** What starts or ends processes: before a release (`npm test -- release`). */
const BEFORE_RELEASE = /\.release\.spec\.ts$/;
const launch = browserLaunch();
/** A process for all pages of a browser, as each new one has to learn all scripts again. */
const ONE_PROCESS = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];
/** Pages live for seconds here: making their scripts faster takes longer than it saves. */
const AS_WRITTEN = '--js-flags=--no-opt,--no-maglev';

/** Tests in a real browser against the whole program. Those tagged @mobile have a small one. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  reporter: [['dot'], ['json', { outputFile: 'test-results/e2e.json' }]],
  fullyParallel: true,
  // One more than there are cores: a test waits for answers, mails and clocks as well.
  workers: Math.min(availableParallelism() + 1, 6),
  // What fails twice has failed; what passes then is named as flaky by `npm test`.
  retries: 1,
  forbidOnly: true,
  // Ends what hangs: far more than any step takes on a slow machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { ...launch, args: [...launch.args, ...ONE_PROCESS, AS_WRITTEN] },
    locale: 'en-US',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'site', testIgnore: BEFORE_RELEASE },
    { name: 'release', testMatch: BEFORE_RELEASE },
  ],
});
