import type { Writable } from 'node:stream';
import { findInOutbox, listOutbox, type OutboxMail } from '#app/emails/outbox.server.ts';
import { printRefusal, printRow } from './print.ts';

const NO_OUTBOX =
  'Mail does not stay here: it leaves by SMTP_URL, or, on a live site without one, waits for it.';

/**
 * Lists the mails of the local outbox as TSV, the newest first, or prints one of them, by its number or
 * as `latest`. Exit 1 where there is none; undefined where the arguments fit nothing.
 */
export async function runOutbox(
  [which, ...rest]: string[],
  out: Writable,
): Promise<number | undefined> {
  if (rest.length > 0) return undefined;
  const mails = await listOutbox();
  if (!mails) return printRefusal(out, NO_OUTBOX);
  if (which === undefined) {
    out.write('mail\tqueued\tstate\tto\tsubject\n');
    for (const { id, queuedAt, state, toEmail, subject } of mails) {
      printRow(out, [id, queuedAt, state, toEmail, subject]);
    }
    return 0;
  }
  const mail = which === 'latest' ? mails[0] : await findInOutbox(which);
  if (!mail) return printRefusal(out, 'There is no such mail.');
  out.write(wholeOf(mail));
  return 0;
}

function wholeOf({ toEmail, subject, queuedAt, state, text, lastError }: OutboxMail): string {
  const head = [`To: ${toEmail}`, `Subject: ${subject ?? ''}`, `Queued: ${queuedAt}, ${state}`];
  return `${head.join('\n')}\n\n${text ?? lastError ?? 'It is not written yet.'}\n`;
}
