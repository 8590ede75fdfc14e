import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,cli,db,sandbox,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: './test/support/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    maxWorkers: 2,
  },
});
