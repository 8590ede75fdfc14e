import type { Writable } from 'node:stream';
import { listOpen } from '#app/admin/people/unmatched-list.server.ts';
import { keepAsItStands, noteOnUnmatched } from '#app/admin/people/unmatched.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { printAnswer, printRow } from './print.ts';
import { readCommand } from './read-command.ts';

const BY = { actor: 'command line' } as const;
/** More than this of a list are not written. */
const MOST = 10_000;

/** Runs a command about unmatched money: 0 done, 1 refused or something is open, undefined: none. */
export async function runUnmatched(args: string[], out: Writable): Promise<number | undefined> {
  const given = readCommand(['unmatched', ...args]);
  if ('message' in given) return undefined;
  const [what, id = ''] = given.words;
  if (what === 'list') return list(out);
  if (what === 'note')
    return printAnswer(await noteOnUnmatched(BY, id, given.values.get('text') ?? ''), out);
  return what === 'keep' ? printAnswer(await keepAsItStands(BY, id), out) : undefined;
}

async function list(out: Writable): Promise<number> {
  const open = await listOpen(MOST);
  out.write('unmatched at Stripe\tamount\tcurrency\ttime\torder\tnote\n');
  for (const { id, amount, happenedAt, order, note } of open) {
    printRow(out, [id, formatDollars(amount), 'USD', happenedAt, order?.id, note]);
  }
  return open.length > 0 ? 1 : 0;
}
