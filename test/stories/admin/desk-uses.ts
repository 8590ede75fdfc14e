import type { ActionName } from '#app/admin-log/action-names.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { takeReturned } from '#app/subscriptions/store.server.ts';
import { db } from '#app/database/db.server.ts';
import { auditRuns, contactMessages } from '#db/schema.ts';
import {
  aDeadMail,
  aFailedRefund,
  aGift,
  aPaymentUnderReview,
  aRefundRequest,
  aReservation,
  moneyPastDue,
  confirmedIn,
  hiddenIn,
  paidOtherwise,
  typedFor,
  upload,
} from '#test/support/desk.ts';
import { keeping } from '#test/support/refund-desk.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { aProduct, type Story } from '#test/support/story.ts';
import type { Visitor } from '#test/support/visitor.ts';

/** A way in which an administrator changes something. */
export interface Use {
  /** The actions that the trail has of it. */
  rows: ActionName[];
  /** Makes what has to be there, and returns what is then done, once. */
  prepare: (administrator: Visitor) => Promise<() => Promise<{ status: number }>>;
}

/** A use that needs nothing to be there. */
export function use(
  row: ActionName,
  act: (administrator: Visitor) => Promise<{ status: number }>,
): Use {
  return { rows: [row], prepare: async (one) => () => act(one) };
}

let nextSample = 1;

/** One successful use of every button of the overview, of People and of Results. */
export function deskUses(story: Story): Record<string, Use> {
  /** A form of a page, of what is made for it. */
  const form = (
    path: string,
    row: ActionName,
    formOf: () => Promise<Record<string, string>>,
  ): Use => ({
    rows: [row],
    async prepare(one) {
      const filled = await formOf();
      return () => one.page(path, filled);
    },
  });
  const refundsHeld = async () => {
    await moneyPastDue(story);
    return { intent: 'allow-refunds', shown: (await readLargeRefunds()).code };
  };
  const uploaded = async (one: Visitor) => {
    const file = samplesFile({ id: `desk-${nextSample++}`, product_id: String(800 + nextSample) });
    const { headers } = await upload(story, one, file);
    return (await one.page(headers.get('location') ?? '')).body as string;
  };
  return {
    '/admin run-audit': form('/admin', 'run-audit', async () => {
      await db().delete(auditRuns);
      return { intent: 'run-audit' };
    }),
    '/admin retry-mail': form('/admin', 'retry-mail', async () => ({
      intent: 'retry-mail',
      mail: (await aDeadMail()).id,
    })),
    '/admin allow-refunds': form('/admin', 'allow-refunds', refundsHeld),
    '/admin/people search': form('/admin/people', 'search-contributions', async () => ({
      intent: 'search',
      sought: 'nobody@example.org',
    })),
    '/admin/people refund-contribution': form('/admin/people', 'refund-contribution', async () => {
      const { share } = await aGift(story);
      return { intent: 'refund-contribution', contribution: share.id, reason: 'duplicate' };
    }),
    '/admin/people grant-refund': form('/admin/people', 'grant-refund', async () => {
      const { request } = await aRefundRequest(story);
      return { intent: 'grant-refund', request: request.id };
    }),
    '/admin/people decline-refund': form('/admin/people', 'decline-refund', async () => {
      const { request } = await aRefundRequest(story);
      const note = 'Testing begins today.';
      return { intent: 'decline-refund', request: request.id, note };
    }),
    '/admin/people answer-message': form('/admin/people', 'answer-message', async () => {
      const email = `writer-${nextSample++}@example.org`;
      const [row] = await db()
        .insert(contactMessages)
        .values({ email, emailNormalised: email, text: 'Hello', dedupeKey: email })
        .returning();
      return { intent: 'answer-message', message: row!.id };
    }),
    '/admin/people tie-message': form('/admin/people', 'tie-message', async () => {
      const email = `tied-${nextSample++}@example.org`;
      const [row] = await db()
        .insert(contactMessages)
        .values({ email, emailNormalised: email, text: 'Hello', dedupeKey: email })
        .returning();
      const product = await aProduct('Tied to');
      return { intent: 'tie-message', message: row!.id, product: String(product.id) };
    }),
    '/admin/people retry-refund': form('/admin/people', 'retry-refund', async () => ({
      intent: 'retry-refund',
      refund: (await aFailedRefund(story)).share.id,
    })),
    '/admin/people pay-refund-outside': form('/admin/people', 'pay-refund-outside', async () =>
      paidOtherwise((await aFailedRefund(story)).share.id),
    ),
    '/admin/people note-unmatched': form('/admin/people', 'note-unmatched', async () => {
      const { order } = await aPaymentUnderReview(story);
      const about = { unmatched: order.paymentIntentId ?? '', note: 'Asked the bank.' };
      return { intent: 'note-unmatched', ...about };
    }),
    '/admin/people keep-unmatched': form('/admin/people', 'keep-unmatched', async () =>
      keeping((await aPaymentUnderReview(story)).order.paymentIntentId ?? ''),
    ),
    '/admin/people lift-returned': form('/admin/people', 'lift-returned', async () => {
      const email = `back-${nextSample++}@example.org`;
      await aDeadMail(email);
      await takeReturned({ emailNormalised: email, kind: 'bounce', reason: '5.1.1' });
      return { intent: 'lift-returned', email, reason: 'They wrote to us from it.' };
    }),
    '/admin/people end-reservation': form('/admin/people', 'end-reservation', async () => ({
      intent: 'end-reservation',
      order: (await aReservation(story)).id,
      reason: 'Somebody holds it on purpose.',
    })),
    '/admin/results upload': use('upload-results', (one) =>
      upload(story, one, samplesFile({ id: `desk-${nextSample++}` })),
    ),
    '/admin/results publish': {
      rows: ['publish-results'],
      async prepare(one) {
        const body = await uploaded(one);
        const fields = ['upload', 'sha256', 'fingerprint'].map((name) => [
          name,
          hiddenIn(body, name),
        ]);
        const typed = await typedFor(hiddenIn(body, 'upload'));
        return () =>
          one.page('/admin/results', {
            intent: 'publish',
            confirm: confirmedIn(body),
            ...typed,
            ...Object.fromEntries(fields),
          });
      },
    },
    '/admin/results discard': {
      rows: ['discard-results'],
      async prepare(one) {
        const found = hiddenIn(await uploaded(one), 'upload');
        return () => one.page('/admin/results', { intent: 'discard', upload: found });
      },
    },
  };
}
