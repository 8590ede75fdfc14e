import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { declineRefund, grantRefund } from '#app/funding/refunds/decide-refund.server.ts';
import { SEND_REFUND_JOB } from '#app/funding/transfers/refund.server.ts';
import { CONTRIBUTION_REASONS } from '#app/funding/transfers/refund-reasons.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { requeueRefund } from '#app/funding/refunds/send-refund.server.ts';
import { refreshFailed } from '#app/funding/refunds/pay-outside.server.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { log } from '#app/platform/log.server.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { retryMail } from '#app/mail/dead-mails.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { REFUND_WARNING_DAYS } from '#app/kit/facts.ts';

/** What is said where a refund is refused. */
export const REFUND_REFUSALS = {
  unknown: 'There is no such payment.',
  not_paid: 'It has already been refunded, or it is disputed.',
  testing_begun:
    'The first sample of its product has been bought, so it can no longer be refunded.',
  disputed: 'Its payment is disputed with the bank, so nothing is refunded until that is decided.',
  not_due: `Its product has reached its goal, or its contributor has not yet had ${REFUND_WARNING_DAYS} days’ notice.`,
} as const;

/** Takes one contribution back; the queue sends it. */
export async function refundContribution(
  by: Actor,
  contributionId: string,
  reason: string,
  words: string,
): Promise<Answer> {
  const known = CONTRIBUTION_REASONS.find((one) => one === reason);
  if (!known) return refuse(400, 'Choose a reason.');
  return administer(by, async (tx, note) => {
    const why = { reason: known, ...noteIn(words) };
    const refund = await requestRefund(contributionId, why, tx);
    if (!refund.accepted) return refuse(409, REFUND_REFUSALS[refund.why]);
    await note({
      action: 'refund-contribution',
      subject: `contribution ${contributionId}`,
      before: { status: 'paid' },
      after: { status: 'refund_pending', ...whatItWas(refund, words), reason: known },
    });
    return goesBack(refund.refundId);
  });
}

/** Takes back what a contributor asks for; the words, if any, are shown to them. */
export async function grantRequest(by: Actor, requestId: string, words: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const granted = await grantRefund(requestId, noteIn(words).note, tx);
    if (!granted.accepted) return refuse(409, REQUEST_REFUSALS[granted.why]);
    await note({
      action: 'grant-refund',
      subject: `refund request ${requestId}`,
      before: { status: 'open' },
      after: {
        status: 'granted',
        contribution: granted.refundId,
        ...whatItWas(granted, words),
      },
    });
    return goesBack(granted.refundId);
  });
}

/** Leaves the money where it is, and has the contributor told why. */
export async function declineRequest(by: Actor, requestId: string, words: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const declined = await declineRefund(requestId, words, tx);
    if (!declined.ok) {
      const { why } = declined;
      if (why === 'no_note')
        return refuse(400, 'Say why it is declined. The contributor is told in these words.', {
          field: 'note',
        });
      return refuse(409, REQUEST_REFUSALS[why]);
    }
    await note({
      action: 'decline-refund',
      subject: `refund request ${requestId}`,
      before: { status: 'open' },
      after: { status: 'declined', ...whatItWas(declined, words) },
    });
    return answer(200, { message: 'Declined. The contributor is told.' });
  });
}

/** Has a failed refund sent again; `isAnyway` though some of its payment went back at Stripe itself. */
export async function retryFailedRefund(by: Actor, refundId: string, isAnyway = false) {
  const before = await askStripe(refundId);
  if (typeof before !== 'boolean') return before;
  return administer(by, async (tx, note) => {
    const { isAgain, wentBackCents } = await requeueRefund(refundId, isAnyway, tx);
    if (!isAgain) {
      const why = wentBackCents > 0 ? wentBack(wentBackCents) : 'That refund has not failed.';
      return refuse(409, why);
    }
    await nudge(tx, SEND_REFUND_JOB, { refundId });
    await note({
      action: 'retry-refund',
      subject: `refund ${refundId}`,
      before: { status: 'failed' },
      after: { status: 'queued' },
    });
    return answer(200, {
      message: 'The refund is sent to Stripe again within seconds.',
      refund: refundId,
    });
  });
}

/**
 * Brings the payment of a refund that failed to what Stripe says of it before somebody decides: whether
 * a refund of it is on its way, or a refusal where Stripe could not be asked.
 */
export async function askStripe(refundId: string): Promise<boolean | Answer> {
  try {
    return await refreshFailed(refundId);
  } catch (error) {
    log.error({ err: error }, 'Stripe was not asked about a payment');
    return refuse(
      503,
      'We could not ask Stripe whether it went through after all. Nothing was saved. Please try again.',
    );
  }
}

/** Said where so many cents of a payment are at its payer already, and all of a part is to be paid. */
export function wentBack(cents: number): string {
  return `${formatCents(cents)} of this payment was already refunded at Stripe and fits no contribution. Confirm that all of this is paid anyway.`;
}

/** Has a given-up mail tried for another day. */
export async function retryDeadMail(by: Actor, mailId: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    if (!(await retryMail(mailId, tx))) return refuse(409, 'There is no such undelivered email.');
    await note({ action: 'retry-mail', subject: `mail ${mailId}` });
    return answer(200, { message: 'We will try again within a minute.' });
  });
}

const REQUEST_REFUSALS = {
  ...REFUND_REFUSALS,
  unknown: 'There is no such request.',
  decided: 'It has already been decided.',
};

/** What is taken on; `refund` names it. */
function goesBack(refund: string): Answer {
  const message = 'The money is being refunded. Stripe gets the request within seconds.';
  return answer(200, { message, refund });
}

/**
 * How much it was, and of which product: money is moved and products are merged, and the trail stays. Of
 * words about somebody it says that there are any. They stand beside the refund or the request, and go
 * when that person erases what is stored of them; the trail cannot forget.
 */
function whatItWas(
  { amountCents, productId }: { amountCents: number; productId: number | null },
  words: string,
) {
  return {
    amount: dollarsFromCents(amountCents),
    ...(productId !== null && { product: productId }),
    ...(words.trim() && { has_note: true }),
  };
}

function noteIn(words: string): { note?: string } {
  const text = words.trim();
  return text ? { note: text } : {};
}
