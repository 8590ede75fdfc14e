import { expect, test } from 'vitest';
import { disagreement, MOST_APART_MINUTES } from './clocks.server.ts';

const MINUTE = 60_000;
const YEAR = 365 * 1_440 * MINUTE;

test.each([
  [{ stripe: 0, database: 0 }, undefined],
  [{ stripe: MOST_APART_MINUTES * MINUTE, database: -MOST_APART_MINUTES * MINUTE }, undefined],
  [{ stripe: -6 * MINUTE, database: 0 }, '6 minutes ahead of Stripe’s'],
  [{ stripe: 6 * MINUTE, database: 0 }, '6 minutes behind Stripe’s'],
  [{ stripe: -YEAR, database: -YEAR }, '365 days ahead of Stripe’s'],
  [{ stripe: 1_000, database: -3 * 60 * MINUTE }, '3 hours ahead of the database’s'],
])('clocks that are %o apart: %s', (ahead, said) => {
  const found = disagreement(ahead);
  if (said === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(said);
});
