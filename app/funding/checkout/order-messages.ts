/** The sentences of the success page; apart, as the home page loads none. */

export const ORDER_DETAILS_FAILED = 'Failed to retrieve order details';
export const PAYMENT_PROCESSING =
  'Your payment is being processed. The product pages show it as soon as it arrives.';
export const PAYMENT_NOT_COMPLETED = 'This checkout has not been paid.';
export const PAYMENT_UNDER_REVIEW =
  'Your payment arrived but does not match its order. An administrator will look into it and decide what happens next.';
export const LOADING_ORDER = '[SYSTEM]: Loading order details...';
export const ORDER_UNREACHABLE =
  'Failed to load order details. Please check your network connection.';
export const EMAIL_MASKED = 'Shown in full only in the browser that paid.';
export const SESSION_MISSING =
  'This link is incomplete. Please follow the link from your payment again.';
export const ORDER_NEEDS_JAVASCRIPT =
  'Your payment counts as soon as it arrives, whether or not this page can show it. Turn on JavaScript to see your order here.';

export function orderFailed(error: string): string {
  return `[ERROR]: ${error}`;
}
