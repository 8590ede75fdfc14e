import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = globSync('{app,cli,db,sandbox,test}/**/*.test.{ts,tsx}');
/** What a test does that the next one in its process would notice. */
const LEAVES_TRACES =
  /#test\/support|vi\.(mock|stub|hoisted|useFake|resetModules)|configure\(|process\.env|connect|listen\(/;
const [own, shared] = [true, false].map((leaves) =>
  files.filter((file) => LEAVES_TRACES.test(readFileSync(file, 'utf8')) === leaves),
);

/** What takes longest, begun first, so that no process is left with it alone at the end. */
const LONGEST = [
  'stories/chaos',
  'stories/processes',
  'people/lookup',
  'people/limits',
  'admin/unmatched',
  'admin/paid-outside',
  'admin/people',
  'stories/fuzz',
  'cases/crashes',
  'people/mail-server',
  'stories/property',
  'stories/way-back',
  'share/share-image',
  'admin/trail',
  'stories/refunds',
  'stories/ordered-tests',
  'stories/audit',
  'people/my-data',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((one) => moduleId.includes(`/${one}.test.`));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * Stories wait for jobs, webhooks and other processes about as long as they compute: two more at once
 * than there are cores. Each has connections of its own to the one database server.
 */
const WORKERS = Math.min(availableParallelism() + 2, 10);

/** Loading what is tested takes longer than testing it, so what leaves no traces shares processes. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    // They end what hangs: far more than anything takes on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    projects: [
      {
        extends: true,
        test: {
          name: 'own',
          include: own,
          globalSetup: './test/support/global-setup.ts',
          // Named as flaky by `npm test`; what draws its cases by chance is not run again.
          retry: 1,
        },
      },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
  },
});
