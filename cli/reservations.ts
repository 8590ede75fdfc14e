import type { Writable } from 'node:stream';
import { endReservation, readReservations } from '#app/admin/people/reservations.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { printAnswer } from './print.ts';
import { readCommand } from './read-command.ts';

const BY = { actor: 'command line' } as const;
/** More than this are not written. */
const MOST = 10_000;

/** Lists unfinished checkouts, or ends one: 0 done, 1 refused, undefined where it is neither. */
export async function runReservations(args: string[], out: Writable): Promise<number | undefined> {
  const given = readCommand(['reservations', ...args]);
  if ('message' in given) return undefined;
  const [what, id = ''] = given.words;
  if (what === undefined) return list(out);
  return printAnswer(await endReservation(BY, id, given.values.get('reason') ?? ''), out);
}

async function list(out: Writable): Promise<number> {
  for (const one of (await readReservations(MOST)).shown) {
    const page = one.hasSession ? '' : '\tno payment page made yet';
    const held = one.products ?? one.kind;
    out.write(`${one.id}\t${formatDollars(one.amount)}\t${one.placedAt}\t${held}${page}\n`);
  }
  return 0;
}
