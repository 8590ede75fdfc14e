import { afterAll, vi } from 'vitest';
import { configure } from '#app/config.ts';
import { resetClock } from '#app/platform/clock.server.ts';

/** Puts back what a file's tests have set, as the next file runs in the same process. */
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  configure(process.env);
  resetClock();
});
