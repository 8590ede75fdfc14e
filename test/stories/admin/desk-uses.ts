import { db } from '#app/platform/db.server.ts';
import { auditRuns } from '#db/schema.ts';
import {
  aDeadMail,
  aFailedRefund,
  aGift,
  aPaymentUnderReview,
  aRefundRequest,
  hiddenIn,
  upload,
} from '#test/support/desk.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import type { Story } from '#test/support/story.ts';
import type { Visitor } from '#test/support/visitor.ts';

type Use = (administrator: Visitor) => Promise<{ status: number }>;

let nextSample = 1;

/** One successful use of every button of the overview, of People and of Results. */
export function deskUses(story: Story): Record<string, Use> {
  const people = (one: Visitor, form: Record<string, string>) => one.page('/admin/people', form);
  const uploaded = async (one: Visitor) => {
    const file = samplesFile({ id: `desk-${nextSample++}`, product_id: String(800 + nextSample) });
    const { headers } = await upload(story, one, file);
    return headers.get('location') ?? '';
  };
  return {
    '/admin run-audit': async (one) => {
      await db().delete(auditRuns);
      return one.page('/admin', { intent: 'run-audit' });
    },
    '/admin retry-refund': async (one) => {
      const { share } = await aFailedRefund(story);
      return one.page('/admin', { intent: 'retry-refund', refund: share.id });
    },
    '/admin retry-mail': async (one) =>
      one.page('/admin', { intent: 'retry-mail', mail: (await aDeadMail()).id }),
    '/admin/people search': async (one) =>
      people(one, { intent: 'search', sought: 'nobody@example.org' }),
    '/admin/people refund-contribution': async (one) => {
      const { share } = await aGift(story);
      const contribution = share.id;
      return people(one, { intent: 'refund-contribution', contribution, reason: 'duplicate' });
    },
    '/admin/people refund-review': async (one) => {
      const { order } = await aPaymentUnderReview(story);
      return people(one, { intent: 'refund-review', order: order.id });
    },
    '/admin/people grant-refund': async (one) => {
      const { request } = await aRefundRequest(story);
      return people(one, { intent: 'grant-refund', request: request.id });
    },
    '/admin/people decline-refund': async (one) => {
      const { request } = await aRefundRequest(story);
      const note = 'Testing begins today.';
      return people(one, { intent: 'decline-refund', request: request.id, note });
    },
    '/admin/people retry-refund': async (one) => {
      const { share } = await aFailedRefund(story);
      return people(one, { intent: 'retry-refund', refund: share.id });
    },
    '/admin/results upload': (one) =>
      upload(story, one, samplesFile({ id: `desk-${nextSample++}` })),
    '/admin/results publish': async (one) => {
      const { body } = await one.page(await uploaded(one));
      const field = (name: string) => hiddenIn(body, name);
      return one.page('/admin/results', {
        intent: 'publish',
        upload: field('upload'),
        sha256: field('sha256'),
        fingerprint: field('fingerprint'),
      });
    },
    '/admin/results discard': async (one) => {
      const { body } = await one.page(await uploaded(one));
      return one.page('/admin/results', { intent: 'discard', upload: hiddenIn(body, 'upload') });
    },
  };
}
