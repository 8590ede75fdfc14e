import type { Writable } from 'node:stream';
import { retryDeadMail } from '#app/admin/people/refund-money.server.ts';
import { stuckMails } from '#app/mail/dead-mails.server.ts';
import { listReturned } from '#app/mail/returned.server.ts';
import { BY_COMMAND } from '#cli/commands/command.ts';
import { printDone, printRefusal, printTable } from './print.ts';

const ALL = 100_000;

/** Lists mails that were given up, or those that failed and are tried again; 1 where one was given up. */
export async function printStuck(which: 'waiting' | undefined, out: Writable): Promise<number> {
  const stuck = await stuckMails(which ?? 'dead');
  const rows = stuck.map(({ id, name, queuedAt, attempts, lastError }) => {
    return [id, name, queuedAt.toISOString(), attempts, lastError?.replaceAll(/\s+/g, ' ')];
  });
  printTable(out, ['mail', 'name', 'queued', 'attempts', 'last error'], rows);
  return stuck.some(({ isDead }) => isDead) ? 1 : 0;
}

/** Lists the addresses that mails came back from, with how many of which name were not told. */
export async function printReturned(out: Writable): Promise<number> {
  const rows = (await listReturned(ALL)).shown.map(({ id: email, kind, at, reason, untold }) => {
    return [email, kind ?? 'refused', at, reason ?? '', JSON.stringify(untold)];
  });
  return printTable(out, ['address', 'kind', 'since', 'reason', 'not told'], rows);
}

/** Has a mail that was given up tried for another day. */
export async function tryAgain(id: string, out: Writable): Promise<number> {
  const isRevived = (await retryDeadMail(BY_COMMAND, id)).status === 200;
  if (!isRevived) return printRefusal(out, 'There is no such undelivered email.');
  return printDone(out, 'We will try again within a minute.');
}
