import { counted } from '#app/kit/text.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

/** The sentences of the success page; apart, as the home page loads none. */

export const ORDER_DETAILS_FAILED = 'Failed to retrieve order details';
export const PAYMENT_PROCESSING =
  'Your payment is being processed. The product pages show it as soon as it arrives.';
export const PAYMENT_NOT_COMPLETED = 'This checkout has not been paid.';
export const PAYMENT_UNDER_REVIEW =
  'Your payment arrived but does not match its order. An administrator will look into it and decide what happens next.';
export const LOADING_ORDER = 'Thank you. Confirming your payment…';
export const ORDER_UNREACHABLE =
  'Failed to load order details. Please check your network connection.';
/** An address that is masked, as another browser than the payer's has it, is shown as it is. */
export const receiptGoesTo = (email: string, isOwn: boolean) =>
  `${isOwn ? 'Your' : 'The'} receipt is on its way to ${email}.`;

/** How many have given, once it is counted; `isOwn` where the reader is one of them. */
export function givenWith(contributors: number, isOwn: boolean): string {
  if (contributors === 0) return '';
  if (!isOwn)
    return `${counted(contributors, 'person', 'people')} ${contributors === 1 ? 'has' : 'have'} given to it.`;
  if (contributors === 1) return 'You are the first to give to it.';
  return `You and ${counted(contributors - 1, 'other person', 'other people')} have given to it.`;
}

/** What a payer may send on, before the product's address. */
export const textToShare = (tested: { name: string; panel?: string | undefined }, stands: string) =>
  `I helped pay for an independent laboratory test of ${tested.name} for ${panelOf(tested.panel ?? 'plastics').name}. ${stands}`;

export const EMAIL_MASKED = 'Shown in full only in the browser that paid.';
export const SESSION_MISSING =
  'This link is incomplete. Please follow the link from your payment again.';
export const ORDER_NEEDS_JAVASCRIPT =
  'Your payment counts as soon as it arrives, whether or not this page can show it. Turn on JavaScript to see your order here.';

export function orderFailed(error: string): string {
  return `[ERROR]: ${error}`;
}
