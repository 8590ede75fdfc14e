import type { Writable } from 'node:stream';
import { listAllocated, listOpen } from '#app/admin/people/unmatched-list.server.ts';
import { allocateUnmatched, undoAllocated } from '#app/admin/people/unmatched.server.ts';
import { sendRefund } from '#app/funding/refunds/send-refund.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayHere } from '#app/testing/promise.ts';
import { printAnswer, printRow } from './print.ts';
import { readCommand } from './read-command.ts';

const BY = { actor: 'command line' } as const;
/** More than this of a list are not written. */
const MOST = 10_000;

/** Runs a command about unmatched money: 0 done, 1 refused or something is open, undefined: none. */
export async function runUnmatched(args: string[], out: Writable): Promise<number | undefined> {
  const given = readCommand(['unmatched', ...args]);
  if ('message' in given) return undefined;
  const [what, id = '', to = ''] = given.words;
  const { anyway, ...values } = Object.fromEntries(given.values);
  if (what === 'list') return list(out);
  if (what === 'undo')
    return printAnswer(await undoAllocated(BY, id, { reason: values.reason }), out);
  if (what !== 'allocate') return undefined;
  const done = await allocateUnmatched(BY, {
    day: dayHere(now()),
    ...values,
    anyway: anyway === undefined ? '' : 'yes',
    id: crypto.randomUUID(),
    subject: id,
    to,
  });
  const { refund } = done.body as { refund?: string | null };
  if (refund && to === 'refund') await sendRefund(refund);
  return printAnswer(done, out);
}

/** What is open, with what it can be; then what was allocated, which can be undone. */
async function list(out: Writable): Promise<number> {
  const open = await listOpen(MOST);
  out.write('unmatched at Stripe\tamount\tcurrency\ttime\torder\tcan be\n');
  for (const { id, amount, happenedAt, order, choices } of open) {
    const can = choices.map((choice) => `${choice.to} (${choice.text})`).join(', ');
    printRow(out, [id, formatDollars(amount), 'USD', happenedAt, order?.id, can]);
  }
  out.write('\nallocation\tof\tamount\tto\tnoted\tpaid on\tnumber\twhy\n');
  for (const one of await listAllocated(MOST)) {
    const { id, subject, amount, goesTo, notedAt, paidOn, reference, reason } = one;
    const what = [formatDollars(amount), goesTo, notedAt, paidOn, reference, reason];
    printRow(out, [id, subject, ...what]);
  }
  return open.length > 0 ? 1 : 0;
}
