import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const files = globSync('{app,cli,db,sandbox,test}/**/*.test.{ts,tsx}');
/** What a test does that the next one in its process would notice. */
const LEAVES_TRACES =
  /#test\/support|vi\.(mock|stub|hoisted|useFake|resetModules)|configure\(|process\.env|connect|listen\(/;
const [own, shared] = [true, false].map((leaves) =>
  files.filter((file) => LEAVES_TRACES.test(readFileSync(file, 'utf8')) === leaves),
);

/** Loading what is tested takes longer than testing it, so what leaves no traces shares processes. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    projects: [
      {
        extends: true,
        test: { name: 'own', include: own, globalSetup: './test/support/global-setup.ts' },
      },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
  },
});
