import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = globSync('{app,cli,db,drill,sandbox,test}/**/*.test.{ts,tsx}');
/** What a test does that the next one in its process would notice, though `leave-no-traces.ts` clears up. */
const LEAVES_TRACES =
  /#test\/support\/(?!api-page|lab-file|modules|oat-rings|pictures|read-tokens|rendered|report-sample|samples-file|visitor|workbook)|connect\(|startEmbedded|listen\(/;
/** Has a database of its own, and leaves none but what it puts back itself. */
const HAS_DATABASE = /useStory|useDatabase/;
const REPLACES_MODULES = /vi\.(mock|hoisted|resetModules)/;
/** What starts or ends processes of the site, or plays at random: before a release (`npm test -- release`). */
const BEFORE_RELEASE = /\.release\.test\.ts$/;
const kinds = Map.groupBy(files, (file) => {
  if (BEFORE_RELEASE.test(file)) return 'release';
  const text = readFileSync(file, 'utf8');
  if (REPLACES_MODULES.test(text)) return 'own';
  if (HAS_DATABASE.test(text)) return 'stories';
  return LEAVES_TRACES.test(text) ? 'own' : 'shared';
});

/** What takes longest, begun first, so that no process is left with it alone at the end. */
const LONGEST = [
  'admin/second-factor',
  'people/lookup',
  'people/limits',
  'admin/unmatched',
  'admin/paid-outside',
  'admin/people',
  'stories/disputes',
  'admin/products',
  'stories/donations',
  'stories/funding',
  'people/mail-server',
  'share/share-image',
  'admin/trail',
  'stories/refunds',
  'stories/ordered-tests',
  'stories/audit',
  'people/my-data',
  'admin/gate',
  'admin/photos',
  'admin/merge',
];

/** A process is kept only while the next file is of its own kind. */
const KINDS = ['stories', 'own', 'shared'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((one) => moduleId.includes(`/${one}.test.`));
      return at === -1 ? LONGEST.length : at;
    };
    const kind = ({ project }: TestSpecification) => KINDS.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => kind(a) - kind(b) || place(a) - place(b));
  }
}

/**
 * Stories wait for jobs and webhooks, while the database server computes for others: one more at once than
 * there are cores. With a further one, all take a tenth more processor time and end no sooner.
 */
const WORKERS = Math.min(availableParallelism() + 1, 10);

const common = {
  // They end what hangs: far more than anything takes on a slow machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Longer than what pages keep for a second.
  expect: { poll: { timeout: 10_000 } },
  env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  setupFiles: './test/support/production-react.ts',
};
/** Elements made as in production: a stack for each is read by nobody, and costs a tenth of a page. */
const oxc = { jsx: { runtime: 'automatic', development: false } } as const;
// Named as flaky by `npm test`; what draws its cases by chance is not run again.
const retry = 1;

/** Loading what is tested takes longer than testing it, so what leaves no traces shares processes. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    globalSetup: './test/support/global-setup.ts',
    projects: [
      {
        oxc,
        test: {
          ...common,
          name: 'shared',
          include: kinds.get('shared'),
          setupFiles: [common.setupFiles, './test/support/leave-no-traces.ts'],
          isolate: false,
        },
      },
      {
        oxc,
        test: { ...common, name: 'stories', include: kinds.get('stories'), isolate: false, retry },
      },
      { oxc, test: { ...common, name: 'own', include: kinds.get('own'), retry } },
      { oxc, test: { ...common, name: 'release', include: kinds.get('release'), retry } },
    ],
  },
});
