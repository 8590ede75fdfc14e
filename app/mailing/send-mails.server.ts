import { render, toPlainText } from '@react-email/render';
import { mailsByName } from '#app/mailing/mails.server.tsx';
import { oneLine } from '#app/mailing/words.ts';
import * as outbox from '#app/platform/mail-outbox.server.ts';
import type { RenderedMail } from '#app/platform/mail-transport.server.ts';

/** Plain text in lines of 78 characters, with names and amounts side by side. */
const PLAIN: Parameters<typeof toPlainText>[1] = {
  wordwrap: 78,
  selectors: [
    {
      selector: '[data-text-format="dataTable"]',
      format: 'dataTable',
      options: { maxColumnWidth: 60, colSpacing: 3, rowSpacing: 1 },
    },
  ],
};

/** Sends one mail, if it is due. */
export async function sendMail(mailId: string): Promise<void> {
  await outbox.sendMail(mailId, renderMail);
}

/** Sends what is due and nobody has sent; returns how many were tried. */
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
  return { subject: oneLine(written.subject, 120), html, text: toPlainText(html, PLAIN) };
}
