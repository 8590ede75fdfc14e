import { render, toPlainText } from '@react-email/render';
import { mailsByName } from '#app/mailing/mails.server.tsx';
import { oneLine } from '#app/mailing/words.ts';
import * as outbox from '#app/platform/mail-outbox.server.ts';
import type { RenderedMail } from '#app/platform/mail-transport.server.ts';

/** Sends one mail, if it is due. */
export async function sendMail(mailId: string): Promise<void> {
  await outbox.sendMail(mailId, renderMail);
}

/** Sends what is due and nobody has sent; returns how many were taken. */
export async function sendDueMails(): Promise<number> {
  return outbox.sendDueMails(renderMail);
}

/**
 * A mail as it leaves: HTML, plain text, subject; undefined where its reason is gone. Throws for a
 * name that no template has.
 */
export async function renderMail(
  mail: Pick<outbox.Mail, 'name' | 'params' | 'toEmail'>,
): Promise<RenderedMail | undefined> {
  const write = mailsByName[mail.name];
  if (!write) throw new outbox.FinalMailFailure(`No mail is called ${mail.name}.`);
  const written = await write(mail.params as Record<string, string | number>, mail.toEmail);
  if (!written) return undefined;
  const html = await render(written.letter);
  const text = toPlainText(html, { wordwrap: 78 });
  return { subject: oneLine(written.subject, 120), html, text };
}
