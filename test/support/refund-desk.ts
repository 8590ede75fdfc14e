import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { audit } from '#app/admin/audit.server.ts';
import { bearStrayRefund } from '#app/admin/other-payments.server.ts';
import { readStray } from '#app/funding/strays.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { adminActions, contributions, disputes, refundPayments, refunds } from '#db/schema.ts';
import { textOf } from './desk.ts';
import { eventually } from './story.ts';
import type { Visitor } from './visitor.ts';

/** What stories about refunds ask of People, of the books and of Stripe. */

/** Posts a form to People: what it answers, and what it says without its tags. */
export async function ask(one: Visitor, form: Record<string, string>) {
  const { status, body } = await one.page('/admin/people', form);
  return { status, said: textOf(body), body: body as string };
}

/** What an administrator did, signing in apart, without who and when. */
export async function actsOf(one: Visitor) {
  const rows = await db().select().from(adminActions).where(eq(adminActions.actor, one.email));
  return rows
    .filter(({ action }) => action !== 'sign-in')
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }));
}

export async function shareNow(id: string) {
  return (await db().select().from(contributions).where(eq(contributions.id, id)))[0];
}

export async function refundNow(id: string) {
  return (await db().select().from(refunds).where(eq(refunds.id, id)))[0];
}

/** Everything adds up; and what stands on these accounts, in cents. */
export async function inTheBooks(...accounts: ('refunds' | 'bank' | 'review' | 'losses')[]) {
  expect(await checkLedger()).toEqual([]);
  return Promise.all(accounts.map((account) => balanceOf(db(), account)));
}

/** What the audit holds against Stripe's own records beside products. */
export const audited = async () => {
  const { matches, unattributed } = await audit();
  return { matches, why: (id: string) => unattributed.find((one) => one.id === id)?.why };
};

/** Another refund of the same allocation gets through at Stripe although nobody waits for it. */
export async function arrivesLate(share: { id: string; stripePaymentId: string | null }) {
  const made = await stripe().refunds.create({
    payment_intent: share.stripePaymentId ?? '',
    amount: 5_000,
    metadata: { allocation_id: share.id, attempt: '1' },
  });
  await strayIs(made.id, 'open');
  return made.id;
}

/** A refund for nothing known here, once it stands so. */
export const strayIs = (id: string, status: string) =>
  eventually(
    () => readStray(db(), id),
    (stray) => stray?.status === status,
  );

/** The payment by other means that stands for a refund. */
export async function standing(refundId: string) {
  const [row] = await db()
    .select({ paymentId: refundPayments.id })
    .from(refundPayments)
    .where(sql`${refundPayments.refundId} = ${refundId} and ${refundPayments.withdrawnAt} is null`);
  return row!;
}

export const bear = (id: string) =>
  bearStrayRefund({ actor: 'command line' }, id, { reason: 'Found by a test.' });

export const disputeIs = (id: string, status: string) =>
  eventually(
    async () => (await db().select().from(disputes).where(eq(disputes.id, id)))[0],
    (found) => found?.status === status,
  );
