import type { Writable } from 'node:stream';
import { endReservation, readReservations } from '#app/admin/people/reservations.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { BY_COMMAND } from '#cli/commands/command.ts';
import { MOST_LISTED, printAnswer } from './print.ts';

/** Lists unfinished checkouts. */
export async function printReservations(out: Writable): Promise<number> {
  for (const one of (await readReservations(MOST_LISTED)).shown) {
    const page = one.hasSession ? '' : '\tno payment page made yet';
    const held = one.products ?? one.kind;
    out.write(`${one.id}\t${formatDollars(one.amount)}\t${one.placedAt}\t${held}${page}\n`);
  }
  return 0;
}

export async function endOne(order: string, reason: string, out: Writable): Promise<number> {
  return printAnswer(await endReservation(BY_COMMAND, order, reason), out);
}
