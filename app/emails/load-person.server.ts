import { and, eq, isNull, sql } from 'drizzle-orm';
import { LINK_SECONDS } from '#app/admin/sign-in/limits.ts';
import { createSignInLink } from '#app/admin/sign-in/sign-in.server.ts';
import { siteUrl } from '#app/config.ts';
import { decisionDueAt } from '#app/funding/decision-due.ts';
import { refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { createCode } from '#app/contributions/code.server.ts';
import { named } from './load-payment.server.ts';
import type { MailParams, MailShown } from './shown.ts';
import type { Ground } from '#app/contact/objection.ts';
import { db } from '#app/database/db.server.ts';
import { mailboxOf } from '#app/mail/mailbox.server.ts';
import {
  adminActions,
  adminUsers,
  contactMessages,
  contributions,
  emailSubscriptions,
  mailboxes,
  orders,
  products,
  refundRequests,
  subscriptions,
  testedProducts,
} from '#db/schema.ts';

/**
 * A code for the browser that asked for it, made as the letter is written; where nothing is stored
 * under the address, the letter says that instead. Even then one is made, and told to nobody: a guess
 * at it takes the same way as any other, so that time does not tell who is known.
 */
export async function loadCode({ browserHash }: MailParams, toEmail: string) {
  const emailNormalised = normaliseEmail(toEmail);
  const code = await createCode({ emailNormalised, browserHash: String(browserHash) });
  return { code: (await isKnown(emailNormalised)) ? code : undefined };
}

/** Whether anything is stored under an address that a code would show, or could have erased. */
async function isKnown(emailNormalised: string): Promise<boolean> {
  const email = emailNormalised;
  const { rows } = await db().execute<{ known: boolean }>(sql`
    select exists (select from ${contributions} where email_normalised = ${email})
      or exists (select from ${emailSubscriptions} where email_normalised = ${email})
      or exists (select from ${subscriptions} where email_normalised = ${email})
      or exists (select from ${contactMessages} where email_normalised = ${email})
      or exists (select from ${mailboxes} where email_normalised = ${email})
      or exists (select from ${adminUsers} where email = ${email})
      or exists (select from ${adminActions} where actor = ${email})
      or exists (select from ${orders} where lower(email) = ${email}) as known`);
  return rows.some(({ known }) => known);
}

/** The link that signs an administrator in; undefined for whoever is none when it is written. */
export async function loadSignInLink(_: MailParams, toEmail: string) {
  const url = await createSignInLink(normaliseEmail(toEmail));
  return url === undefined ? undefined : { url, minutes: LINK_SECONDS / 60 };
}

/** What became of an administrator's second factor. */
export async function loadFactorChange({ change, at }: MailParams) {
  if (change !== 'on' && change !== 'off' && change !== 'codes') return undefined;
  return { change, at: String(at), accountUrl: `${siteUrl()}/admin/account` } as const;
}
export type FactorChange = MailShown<typeof loadFactorChange>;

/** The link whose page confirms a subscription; undefined where it was ended or is confirmed. */
export async function loadConfirmation(_: MailParams, toEmail: string) {
  const emailNormalised = normaliseEmail(toEmail);
  const { confirmedAt, emailNormalised: whose, isOn } = emailSubscriptions;
  const unconfirmed = and(eq(whose, emailNormalised), isOn, isNull(confirmedAt));
  const waiting = await db().$count(emailSubscriptions, unconfirmed);
  if (waiting === 0) return undefined;
  const { token } = await mailboxOf(emailNormalised);
  return { url: `${siteUrl()}/email/confirm?token=${token}` };
}

/** An objection that waits to be confirmed; undefined where it does not, or was erased. */
export async function loadObjection({ messageId }: MailParams) {
  const { id, ground, confirmedAt, aboutProductId } = contactMessages;
  const [row] = await db()
    .select({ ground, name: testedProducts.name })
    .from(contactMessages)
    .innerJoin(testedProducts, eq(testedProducts.originalId, aboutProductId))
    .where(and(eq(id, String(messageId)), isNull(confirmedAt)));
  if (!row?.ground) return undefined;
  const url = `${siteUrl()}/objection/confirm?token=${messageId}`;
  return { url, name: row.name, ground: row.ground as Ground };
}
export type ObjectionMail = MailShown<typeof loadObjection>;

/** A message and what was answered to it; undefined where it was erased. */
export async function loadAnswer({ messageId }: MailParams) {
  const { id, text, answer } = contactMessages;
  const [row] = await db()
    .select({ text, answer })
    .from(contactMessages)
    .where(eq(id, String(messageId)));
  return row?.answer ? { text: row.text, answer: row.answer } : undefined;
}
export type AnsweredMessage = MailShown<typeof loadAnswer>;

/** What a letter shows about a refund that is asked for; undefined once it is decided. */
export async function loadAsked({ requestId }: MailParams) {
  const row = await findRequest(requestId);
  if (row?.request.status !== 'open') return undefined;
  const { product, share, request } = row;
  return {
    amountCents: share.amountCents,
    product: product ? named(product) : undefined,
    dueAt: decisionDueAt(request.requestedAt),
  };
}
export type AskedMail = MailShown<typeof loadAsked>;

async function findRequest(id: MailParams[string] | undefined) {
  const [row] = await db()
    .select({ request: refundRequests, share: contributions, product: products })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refundRequests.id, String(id)));
  return row;
}

/** What a letter shows about a refund that was asked for and is not made. */
export async function loadDeclined({ requestId }: MailParams) {
  const row = await findRequest(requestId);
  if (row?.request.status !== 'declined') return undefined;
  const { product, share, request } = row;
  return {
    amountCents: share.amountCents,
    product: product ? named(product) : undefined,
    /** When its days end, where its giver accepted that they count anew. */
    renewedUntil: share.renewedAt ? refundDueAt(share) : undefined,
    hasBegun: product?.testingBegunAt != null,
    /** In the administrator's words; empty where it was declined as testing began. */
    note: request.note?.trim() ?? '',
  };
}
export type DeclinedMail = MailShown<typeof loadDeclined>;
