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
  hiddenIn,
  paidOtherwise,
  publishSeen,
  seePreview,
  upload,
} from '#test/support/desk.ts';
import { keeping } from '#test/support/refund-desk.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { aProduct, type Story } from '#test/support/story.ts';
import type { Visitor } from '#test/support/visitor.ts';
import { addRows } from '#test/support/gifts.ts';

/** A way in which an administrator changes something. */
export interface Use {
  /** The actions that the trail has of it. */
  rows: ActionName[];
  /** Makes what has to be there, and returns what is then done, once. */
  prepare: (administrator: Visitor) => Promise<() => Promise<{ status: number }>>;
}

/** A use that leaves this row, once what it needs is there. */
export function prepared(row: ActionName, prepare: Use['prepare']): Use {
  return { rows: [row], prepare };
}

/** A use that needs nothing to be there. */
export function use(
  row: ActionName,
  act: (administrator: Visitor) => Promise<{ status: number }>,
): Use {
  return prepared(row, async (one) => () => act(one));
}

let nextSample = 1;

/** One successful use of every button of the overview, of People and of Results. */
export function deskUses(story: Story): Record<string, Use> {
  const uploaded = (one: Visitor) => {
    const file = samplesFile({ id: `desk-${nextSample++}`, product_id: String(800 + nextSample) });
    return seePreview(story, one, file);
  };
  const aMessage = async () => {
    const email = `writer-${nextSample++}@example.org`;
    const [row] = await addRows(contactMessages, {
      email,
      emailNormalised: email,
      text: 'Hello',
      dedupeKey: email,
    });
    return row!.id;
  };
  const aFailed = async () => (await aFailedRefund(story)).share.id;
  const aReview = async () => (await aPaymentUnderReview(story)).order.paymentIntentId ?? '';
  /** Forms of pages by path and intent, of what is made for them; the row is named as the intent. */
  const forms: Record<string, () => Promise<Record<string, string>>> = {
    '/admin run-audit': async () => {
      await db().delete(auditRuns);
      return {};
    },
    '/admin retry-mail': async () => ({ mail: (await aDeadMail()).id }),
    '/admin allow-refunds': async () => {
      await moneyPastDue(story);
      return { shown: (await readLargeRefunds()).code };
    },
    '/admin/people refund-contribution': async () => {
      const { share } = await aGift(story);
      return { contribution: share.id, reason: 'duplicate' };
    },
    '/admin/people grant-refund': async () => ({
      request: (await aRefundRequest(story)).request.id,
    }),
    '/admin/people decline-refund': async () => ({
      request: (await aRefundRequest(story)).request.id,
      note: 'Testing begins today.',
    }),
    '/admin/people answer-message': async () => ({ message: await aMessage() }),
    '/admin/people tie-message': async () => {
      const product = await aProduct('Tied to');
      return { message: await aMessage(), product: String(product.id) };
    },
    '/admin/people retry-refund': async () => ({ refund: await aFailed() }),
    '/admin/people pay-refund-outside': async () => paidOtherwise(await aFailed()),
    '/admin/people note-unmatched': async () => ({
      unmatched: await aReview(),
      note: 'Asked the bank.',
    }),
    '/admin/people keep-unmatched': async () => keeping(await aReview()),
    '/admin/people lift-returned': async () => {
      const email = `back-${nextSample++}@example.org`;
      await aDeadMail(email);
      await takeReturned({ emailNormalised: email, kind: 'bounce', reason: '5.1.1' });
      return { email, reason: 'They wrote to us from it.' };
    },
    '/admin/people end-reservation': async () => ({
      order: (await aReservation(story)).id,
      reason: 'Somebody holds it on purpose.',
    }),
  };
  const ofForms = Object.entries(forms).map(([way, formOf]) => {
    const [path = '', intent = ''] = way.split(' ');
    const made = prepared(intent as ActionName, async (one) => {
      const filled = { intent, ...(await formOf()) };
      return () => one.page(path, filled);
    });
    return [way, made] as const;
  });
  return {
    ...Object.fromEntries(ofForms),
    '/admin/people search': use('search-contributions', (one) =>
      one.page('/admin/people', { intent: 'search', sought: 'nobody@example.org' }),
    ),
    '/admin/results upload': use('upload-results', (one) =>
      upload(story, one, samplesFile({ id: `desk-${nextSample++}` })),
    ),
    '/admin/results publish': prepared('publish-results', async (one) => {
      const seen = await uploaded(one);
      return () => publishSeen(one, seen);
    }),
    '/admin/results discard': prepared('discard-results', async (one) => {
      const found = hiddenIn((await uploaded(one)).body, 'upload');
      return () => one.page('/admin/results', { intent: 'discard', upload: found });
    }),
  };
}
