import type { ReactElement } from 'react';
import {
  loadPayment,
  loadProduct,
  loadRefund,
  loadUpcoming,
} from '#app/mailing/load-payment.server.ts';
import {
  loadEnding,
  loadManageLink,
  loadSubscription,
} from '#app/mailing/load-subscription.server.ts';
import { Excess, excessSubject, Receipt, receiptSubject } from '#app/mailing/payment.email.tsx';
import { GoalReached, goalReachedSubject } from '#app/mailing/product.email.tsx';
import {
  RefundFailed,
  refundFailedSubject,
  RefundReceipt,
  refundSubject,
  RefundUpcoming,
  upcomingSubject,
} from '#app/mailing/refund.email.tsx';
import {
  ManageLink,
  RenewalFailed,
  SubscriptionEnded,
  SubscriptionEnding,
} from '#app/mailing/subscription.email.tsx';

type Params = Record<string, string | number>;
type Written = { subject: string; letter: ReactElement };

/** Writes a mail from the ids it was queued with; undefined where its reason is gone. */
export type WriteMail = (params: Params, toEmail: string) => Promise<Written | undefined>;

/** Every mail there is, by the name that operations queue it under. */
export const mailsByName: Record<string, WriteMail> = {
  receipt: mail(loadPayment, receiptSubject, (shown) => <Receipt {...shown} />),
  excess: mail(loadPayment, excessSubject, (shown) => <Excess {...shown} />),
  'goal-reached': mail(loadProduct, goalReachedSubject, (shown) => <GoalReached {...shown} />),
  'refund-upcoming': mail(loadUpcoming, upcomingSubject, (shown) => <RefundUpcoming {...shown} />),
  'refund-receipt': mail(loadRefund, refundSubject, (shown) => <RefundReceipt {...shown} />),
  'refund-failed': mail(loadRefund, refundFailedSubject, (shown) => <RefundFailed {...shown} />),
  'renewal-failed': mail(
    loadSubscription,
    () => 'Your monthly donation could not be charged',
    (shown) => <RenewalFailed {...shown} />,
  ),
  'subscription-ending': mail(
    loadEnding,
    () => 'Your monthly donation is cancelled',
    (shown) => <SubscriptionEnding {...shown} />,
  ),
  'subscription-ended': mail(
    loadSubscription,
    () => 'Your monthly donation has ended',
    (shown) => <SubscriptionEnded {...shown} />,
  ),
  'manage-link': mail(
    loadManageLink,
    () => 'Manage your monthly donation',
    (shown) => <ManageLink {...shown} />,
  ),
};

function mail<Shown>(
  load: (params: Params, toEmail: string) => Promise<Shown | undefined>,
  subject: (shown: Shown) => string,
  letter: (shown: Shown) => ReactElement,
): WriteMail {
  return async (params, toEmail) => {
    const shown = await load(params, toEmail);
    return shown && { subject: subject(shown), letter: letter(shown) };
  };
}
