import type { Writable } from 'node:stream';
import { keepAsItStands, listOpen, noteOnUnmatched } from '#app/admin/people/unmatched.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { BY_COMMAND } from '#cli/commands/command.ts';
import { MOST_LISTED, printAnswer, printTable } from './print.ts';

/** Lists unmatched money; 1 where there is any. */
export async function printUnmatched(out: Writable): Promise<number> {
  const open = await listOpen(MOST_LISTED);
  const rows = open.map(({ id, amount, happenedAt, order, note }) => {
    return [id, formatDollars(amount), 'USD', happenedAt, order?.id, note];
  });
  printTable(out, ['unmatched at Stripe', 'amount', 'currency', 'time', 'order', 'note'], rows);
  return open.length > 0 ? 1 : 0;
}

export async function noteOne(given: { id: string; text: string }, out: Writable) {
  return printAnswer(await noteOnUnmatched(BY_COMMAND, given.id, given.text), out);
}

export async function keepOne({ id }: { id: string }, out: Writable): Promise<number> {
  return printAnswer(await keepAsItStands(BY_COMMAND, id), out);
}
