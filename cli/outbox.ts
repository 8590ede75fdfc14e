import type { Writable } from 'node:stream';
import { findInOutbox, listOutbox, type OutboxMail } from '#app/emails/outbox.server.ts';
import { printRefusal, printTable } from './print.ts';

const NO_OUTBOX =
  'Mail does not stay here: it leaves by SMTP_URL, or, on a live site without one, waits for it.';

/**
 * Lists the mails of the local outbox as TSV, the newest first, or prints one of them, by its number or
 * as `latest`. Exit 1 where there is none.
 */
export async function runOutbox(which: string | undefined, out: Writable): Promise<number> {
  const mails = await listOutbox();
  if (!mails) return printRefusal(out, NO_OUTBOX);
  if (which === undefined) {
    const rows = mails.map((one) => [one.id, one.queuedAt, one.state, one.toEmail, one.subject]);
    return printTable(out, ['mail', 'queued', 'state', 'to', 'subject'], rows);
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
