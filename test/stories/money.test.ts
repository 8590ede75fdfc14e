import { it } from 'vitest';
import { plays } from '#test/money/play.ts';
import type { Step } from '#test/money/verbs.ts';
import { useDatabase } from '#test/support/database.ts';

const database = useDatabase();

/** Sequences that the site, or the model, once got wrong: each step as `verb a b c part`. */
const FOUND = [
  // A refund of two shares fails, and a dispute that is open has taken both.
  'pay 0 0 4 5, pay, pay, age, stray, dispute, failStray',
  // Of two that are owed, the larger is taken first, though the other's product is not in testing.
  'pay 0 0 11 500, merge 20, age, begin, stray 0 0 17 1',
  // What an unfinished checkout leaves of a need in whole dollars has cents, and is paid all the same.
  `pay 0 0 3 1, stray 0 0 5 1, hold 0 0 0 800, stray 0 0 0 1${', pay'.repeat(9)}`,
];

function stepOf(text: string): Step {
  const [verb, a = 0, b = 0, c = 0, part = 1] = text.split(' ');
  return {
    verb: verb as Step['verb'],
    a: Number(a),
    b: Number(b),
    c: Number(c),
    part: Number(part),
  };
}

it.each(FOUND)('no cent is left where shares and places have none: %s', async (text) => {
  await plays(database.url(), text.split(', ').map(stepOf));
});
