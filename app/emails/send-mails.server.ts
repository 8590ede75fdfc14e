import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { compile } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { readCursor, RESTORED_CURSOR } from '#app/database/cursor.server.ts';
import { db } from '#app/database/db.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { MAILS_TO_STRANGERS } from '#app/http/limits/limits.ts';
import { hasProven } from '#app/mail/tokens.server.ts';
import { mailboxKey, secondsLeft, withinLimit } from '#app/http/limits/rate-limit.server.ts';
import * as outbox from '#app/mail/mail-outbox.server.ts';
import type { RenderedMail } from '#app/mail/mail-transport.server.ts';
import { findMailbox } from '#app/mail/mailbox.server.ts';
import { NO_MAILBOX, REPORTED } from '#app/mail/returned.server.ts';
import {
  adminUsers,
  contributions,
  emailSubscriptions,
  orders,
  subscriptions,
} from '#db/schema.ts';
import { mailsByName, type MailKind, type Written } from './mails.server.tsx';
import type { MailParams } from './shown.ts';
import { oneLine } from './words.ts';
import { NEWS } from '#app/subscriptions/topics.ts';

/**
 * Plain text in lines of 78 characters, with names and amounts side by side; by rules that are put
 * together once, which takes four times as long as to write an email by them.
 */
const toPlainText = compile({
  wordwrap: 78,
  selectors: [
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    {
      selector: '[data-text-format="dataTable"]',
      format: 'dataTable',
      options: { maxColumnWidth: 60, colSpacing: 3, rowSpacing: 1 },
    },
  ],
});

/** Sends one mail, if it is due. */
export async function sendMail(mailId: string): Promise<void> {
  await outbox.sendOutboxMail(mailId, renderMail);
}

/** Sends what is due and nobody has sent; returns how many were tried. */
export async function sendDueMails(): Promise<number> {
  return outbox.sendOutbox(renderMail);
}

/** What is known of a mail that is to leave; one that is only looked at was not queued just now. */
type Leaving = Pick<outbox.Mail, 'name' | 'params' | 'toEmail'> &
  Partial<Pick<outbox.Mail, 'createdAt' | 'attempts'>>;

/**
 * A mail as it leaves: HTML, plain text, subject, headers; or why it stays. Throws for a name that
 * no template has.
 */
export async function renderMail(mail: Leaving): ReturnType<outbox.Render> {
  const known = mailsByName[mail.name];
  if (!known) throw new outbox.FinalMailFailure(`No mail is called ${mail.name}.`);
  const withheld = await whyWithheld(known.kind, mail);
  if (withheld) return { withheld };
  const params = mail.params as MailParams;
  const written = await known.write(params, mail.toEmail, await mayBeSecond(known.kind, mail));
  if (!written) return { withheld: 'there is nothing left to say' };
  return (await whyUnwanted(known.kind, mail)) ?? renderLetter(written);
}

/**
 * Whether a mail about money may have been sent already: it was queued before what followed a restore
 * was known again, or it is of an order that was lost.
 */
async function mayBeSecond(kind: MailKind, { params, createdAt }: Leaving): Promise<boolean> {
  if (kind !== 'paid' && kind !== 'money') return false;
  const { orderId } = params as { orderId?: string };
  const { restored, isAdopted } = await askOrigin(orderId);
  return isAdopted || Boolean(restored && createdAt && createdAt <= restored);
}

/** Asked together: a burst of payments is a burst of receipts. */
const askOrigin = inGroups(async (orderIds: (string | number | undefined)[]) => {
  const ids = orderIds.map(String).filter(isUuid);
  const [restored, adopted] = await Promise.all([
    readCursor(RESTORED_CURSOR),
    db()
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, ids), isNotNull(orders.adoptedAt))),
  ]);
  const known = new Set(adopted.map(({ id }) => id));
  return orderIds.map((id) => ({ restored, isAdopted: known.has(String(id)) }));
});

/** What makes mail programs draw boxes as they were meant. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A letter as it leaves, whoever reads it. */
export function renderLetter(written: Written): RenderedMail {
  const html = DOCTYPE + renderToStaticMarkup(written.letter);
  return {
    subject: oneLine(written.subject, 120),
    html,
    text: toPlainText(html),
    ...(written.replyTo ? { replyTo: written.replyTo } : {}),
    ...(written.stopUrl && {
      // One click in a mail program ends it (RFC 2369, RFC 8058).
      headers: {
        'List-Unsubscribe': `<${written.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

/** Who waited so long for what opens something has asked again, or gone. */
const KEY_MS = 30 * 60_000;
/** So often a mailbox that was gone is tried by what was asked for: it may be back. */
const BOUNCED_AGAIN_MS = 86_400_000;

/** Why a mail of this kind does not go to this address now. */
async function whyWithheld(kind: MailKind, { toEmail, createdAt = now() }: Leaving) {
  const isSince = (moment: Date, ms: number) => now().getTime() - moment.getTime() < ms;
  if (kind === 'key' && !isSince(createdAt, KEY_MS)) return 'it was asked for too long ago';
  if (kind === 'paid') return undefined;
  const mailbox = await findMailbox(toEmail);
  if (mailbox?.returned === 'complaint') {
    return kind === 'news' || kind === 'asked' ? REPORTED : undefined;
  }
  const isAsked = kind === 'key' || kind === 'asked';
  if (mailbox?.bouncedAt && !(isAsked && !isSince(mailbox.bouncedAt, BOUNCED_AGAIN_MS))) {
    return NO_MAILBOX;
  }
  return kind === 'news' && mailbox?.stoppedAt
    ? 'its owner does not want this kind of email'
    : undefined;
}

/**
 * Why a mail that others can cause does not go, or not today (docs/limits.md). What a browser asked for
 * that has not proven to be the owner's: its owner wants none of these, or has nothing here and has had
 * enough of them today. News of products, which anybody can follow under any address: the same day's
 * share, and the rest of them waits. Whoever caused it is not told.
 */
async function whyUnwanted(kind: MailKind, { params, toEmail, attempts = 1 }: Leaving) {
  const { browserHash } = params as { browserHash?: string };
  if (!browserHash && kind !== 'news') return undefined;
  const email = normaliseEmail(toEmail);
  if (browserHash && (await hasProven(email, browserHash))) return undefined;
  const mailbox = await findMailbox(email);
  if (mailbox?.stoppedAt) return { withheld: 'its owner does not want emails that others request' };
  if (attempts > 1 || (await hasDealings(email))) return undefined;
  if (await withinLimit(MAILS_TO_STRANGERS, mailboxKey(email))) return undefined;
  if (kind === 'news') return { waitSeconds: secondsLeft(MAILS_TO_STRANGERS) };
  return { withheld: 'its owner has nothing here, and enough was sent today' };
}

/**
 * Whether the owner of a mailbox has to do with this site by a deed of their own: paid, confirmed a
 * subscription, administers it, or proved the mailbox in a browser. Follows and sign-ups may be others'.
 */
async function hasDealings(emailNormalised: string): Promise<boolean> {
  const email = emailNormalised;
  const { rows } = await db().execute<{ has: boolean }>(sql`
    select exists (select from ${contributions} where email_normalised = ${email})
      or exists (select from ${subscriptions} where email_normalised = ${email})
      or exists (
        select from ${emailSubscriptions}
        where email_normalised = ${email} and topic = ${NEWS} and confirmed_at is not null
      )
      or exists (select from ${adminUsers} where email = ${email}) as has`);
  return rows[0]?.has === true || (await hasProven(email));
}
