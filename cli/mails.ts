import type { Writable } from 'node:stream';
import { retryDeadMail } from '#app/admin/people/refund-money.server.ts';
import { stuckMails } from '#app/mail/dead-mails.server.ts';
import { listReturned } from '#app/mail/returned.server.ts';
import { printRefusal, printRow } from './print.ts';

const ALL = 100_000;

/**
 * Lists mails that were given up, or with `waiting` those that failed and are tried again, as TSV, or
 * with `returned` the addresses that mails came back from, with how many of which name were not told;
 * `retry ID` has a given-up one tried for another day. Exit 1 where a mail was given up; undefined
 * where the arguments fit nothing.
 */
export async function runMails(
  [what, id = '']: string[],
  out: Writable,
): Promise<number | undefined> {
  if (what === undefined || what === 'waiting') {
    const stuck = await stuckMails(what ?? 'dead');
    out.write('mail\tname\tqueued\tattempts\tlast error\n');
    for (const { id, name, queuedAt, attempts, lastError } of stuck) {
      const why = lastError?.replaceAll(/\s+/g, ' ');
      printRow(out, [id, name, queuedAt.toISOString(), attempts, why]);
    }
    return stuck.some(({ isDead }) => isDead) ? 1 : 0;
  }
  if (what === 'returned') {
    out.write('address\tkind\tsince\treason\tnot told\n');
    for (const { id: email, kind, at, reason, untold } of (await listReturned(ALL)).shown) {
      printRow(out, [email, kind ?? 'refused', at, reason ?? '', JSON.stringify(untold)]);
    }
    return 0;
  }
  if (what !== 'retry') return undefined;
  const isRevived = (await retryDeadMail({ actor: 'command line' }, id)).status === 200;
  if (!isRevived) return printRefusal(out, 'There is no such undelivered email.');
  out.write('We will try again within a minute.\n');
  return 0;
}
