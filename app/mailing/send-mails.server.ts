import { render, toPlainText } from '@react-email/render';
import { mailsByName, type MailKind } from '#app/mailing/mails.server.tsx';
import { oneLine } from '#app/mailing/words.ts';
import { findMailbox } from '#app/platform/mailbox.server.ts';
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
 * A mail as it leaves: HTML, plain text, subject, headers; or why it stays. Throws for a name that
 * no template has.
 */
export async function renderMail(
  mail: Pick<outbox.Mail, 'name' | 'params' | 'toEmail'>,
): Promise<RenderedMail | { withheld: string }> {
  const known = mailsByName[mail.name];
  if (!known) throw new outbox.FinalMailFailure(`No mail is called ${mail.name}.`);
  const withheld = await whyWithheld(known.kind, mail.toEmail);
  if (withheld) return { withheld };
  const written = await known.write(mail.params as Record<string, string | number>, mail.toEmail);
  if (!written) return { withheld: 'there is nothing to say any more' };
  const html = await render(written.letter);
  return {
    subject: oneLine(written.subject, 120),
    html,
    text: toPlainText(html, PLAIN),
    ...(written.stopUrl ? { headers: unsubscribeHeaders(written.stopUrl) } : {}),
  };
}

/** One click in a mail program ends it (RFC 2369, RFC 8058). */
function unsubscribeHeaders(stopUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${stopUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Why a mail of this kind does not go to this address. What somebody asked or paid for a moment ago
 * is sent in any case: it shows whether a mailbox that was gone is back.
 */
async function whyWithheld(kind: MailKind, toEmail: string): Promise<string | undefined> {
  if (kind === 'asked') return undefined;
  const mailbox = await findMailbox(toEmail);
  if (mailbox?.bouncedAt) return 'the mailbox does not exist';
  return kind === 'news' && mailbox?.stoppedAt ? 'its owner wants no such mail' : undefined;
}
