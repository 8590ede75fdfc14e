import type { Writable } from 'node:stream';
import { beginTesting, type Beginning } from '#app/funding/begin-testing.server.ts';

const REFUSALS: Record<Extract<Beginning, { ok: false }>['why'], string> = {
  unknown: 'There is no such product.',
  removed: 'It has been taken off the list.',
  not_funded: 'It is not fully funded.',
  begun: 'Testing of it has begun already.',
  requests_open: 'Refund requests are open: decide them first (openassay refund requests).',
};

/** Runs a testing command: 0 done, 1 refused, undefined where it is not one. */
export async function runTesting(args: string[], out: Writable): Promise<number | undefined> {
  const [what, code, more] = args;
  if (what !== 'begin' || !code || more) return undefined;
  const beginning = await beginTesting(Number(code));
  if (!beginning.ok) {
    out.write(`${REFUSALS[beginning.why]}\n`);
    return 1;
  }
  out.write('Testing has begun: nothing given to it is refunded any more. Its people are told.\n');
  return 0;
}
