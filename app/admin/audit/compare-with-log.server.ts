import { compareReleasesWithLog } from '#app/data/releases/compare-releases-with-log.server.ts';
import { compareResultsWithLog } from '#app/intake/compare-results-with-log.server.ts';
import { counted } from '#app/kit/text.ts';
import { compareObjectionsWithLog } from '#app/contact/compare-objections-with-log.server.ts';
import { checkEntries } from '#app/log/check-entries.server.ts';
import { compareTestsWithLog } from '#app/testing/compare-tests-with-log.server.ts';

/**
 * Whether the log is what was signed, and results, tests, objections, and releases stand as they were
 * sealed. `night`: the moment of a nightly audit, which hashes a part of the releases.
 */
export async function compareWithLog(night?: Date) {
  const log = await checkEntries();
  const entries = counted(log.looked, 'entry', 'entries');
  // What an entry says counts only where it is the one that was signed.
  if (log.found.length > 0) return { looked: [entries], before: 0, found: log.found };
  const results = await compareResultsWithLog();
  const acts = await compareTestsWithLog();
  const objections = await compareObjectionsWithLog();
  const releases = await compareReleasesWithLog(night);
  return {
    looked: [
      entries,
      `results of ${counted(results.looked, 'product')}`,
      `${counted(acts.looked, 'act')} of tests`,
      counted(objections.looked, 'objection'),
      counted(releases.looked, 'release'),
    ],
    /** Acts of tests that are dated before the log, and so have no entry. */
    before: acts.before,
    found: [results, acts, objections, releases].flatMap(({ found }) => found),
  };
}
