import fc from 'fast-check';
import { it } from 'vitest';
import { plays } from '#test/money/play.ts';
import { VERBS } from '#test/money/verbs.ts';
import { useDatabase } from '#test/support/database.ts';

const database = useDatabase();

/** How many sequences: as many as fit into some seconds, unless somebody says. */
const RUNS = process.env.PROPERTY_RUNS;
const SECONDS = 12;

/** Oftener than the rest: what there has to be before anything can become of it. */
const OFTEN = ['pay', 'pay', 'pay', 'give', 'stray', 'dispute', 'decide', 'send', 'keep'] as const;
const step = fc.record({
  verb: fc.constantFrom(...VERBS, ...OFTEN),
  a: fc.nat(20),
  b: fc.nat(20),
  c: fc.nat(20),
  part: fc.integer({ min: 1, max: 1_000 }),
});

it(
  'no sequence of the ways in which money moves leaves a cent where shares and places have none',
  { retry: 0, timeout: 36_000_000 },
  async () => {
    const runs = RUNS
      ? { numRuns: Number(RUNS) }
      : { numRuns: 60, interruptAfterTimeLimit: SECONDS * 1_000 };
    const steps = fc.array(step, { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, (all) => plays(database.url(), all)),
      runs,
    );
  },
);
