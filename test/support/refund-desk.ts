import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { keepAsItStands } from '#app/admin/people/unmatched.server.ts';
import { requeueRefund, sendRefund } from '#app/funding/refunds/send-refund.server.ts';
import { readUnmatched } from '#app/funding/unmatched.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { adminActions, contributions, disputes, refunds } from '#db/schema.ts';
import { textOf } from './desk.ts';
import { eventually } from './story.ts';
import type { Visitor } from './visitor.ts';

/** What stories about refunds ask of People, of the books and of Stripe. */

/** Posts a form to People: what it answers, and what it says without its tags. */
export async function ask(one: Visitor, form: Record<string, string>) {
  const { status, body } = await one.page('/admin/people', form);
  return { status, shown: textOf(body), body: body as string };
}

/** What an administrator did, signing in apart, without who and when. */
export async function actsOf(one: Visitor) {
  const own = eq(adminActions.actor, one.email);
  const rows = await db().select().from(adminActions).where(own).orderBy(asc(adminActions.id));
  return rows
    .filter(({ action }) => action !== 'sign-in')
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }));
}

/** Puts a failed refund back among those to be sent, and sends it; whether it was one. */
export async function retryRefund(refundId: string, isAnyway = false) {
  const { isAgain } = await requeueRefund(refundId, isAnyway);
  if (isAgain) await sendRefund(refundId);
  return isAgain;
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

/** The books are right, and Stripe says the same. */
export async function allAgrees() {
  await inTheBooks();
  expect((await audited()).matches).toBe(true);
}

/** Another refund of the same allocation gets through at Stripe although nobody waits for it. */
export async function arrivesLate(share: { id: string; stripePaymentId: string | null }) {
  const made = await stripe().refunds.create({
    payment_intent: share.stripePaymentId ?? '',
    amount: 5_000,
    metadata: { allocation_id: share.id, attempt: '1' },
  });
  await unmatchedIs(made.id, 'open');
  return made.id;
}

/** How unmatched money stands: `done` is matched or kept, whole. */
export async function unmatchedNow(id: string) {
  const row = await readUnmatched(db(), id);
  if (!row) return undefined;
  return row.returnedAt ? 'returned' : row.openCents === 0 ? 'done' : 'open';
}

/** The same, once it stands so. */
export const unmatchedIs = (id: string, status: 'open' | 'done' | 'returned') =>
  eventually(
    () => unmatchedNow(id),
    (now) => now === status,
  );

/** What the button says that keeps unmatched money. */
export const keeping = (unmatched: string) => ({ intent: 'keep-unmatched', unmatched });

export const keep = (id: string) => keepAsItStands({ actor: 'command line' }, id);

export const disputeIs = (id: string, status: string) =>
  eventually(
    async () => (await db().select().from(disputes).where(eq(disputes.id, id)))[0],
    (found) => found?.status === status,
  );
