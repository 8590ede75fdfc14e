import { test } from 'vitest';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { kitchenOf } from './kitchen.ts';
import { expectRandomDays } from './random-days.ts';

useDatabaseWithResults();

test('ten thousand random days are what their rows say', { timeout: 300_000 }, async () => {
  for (let seed = 10; seed < 20; seed += 1) {
    expectRandomDays(await kitchenOf(seed), seed, 1_000);
  }
});
