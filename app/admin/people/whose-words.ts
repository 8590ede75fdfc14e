import { formatDollars } from '#app/kit/money.ts';
import { isErased, listed, paddedId } from '#app/kit/text.ts';

/** Who paid, as a list says it. */
export function payerText(email: string | null | undefined): string {
  if (!email) return 'no address';
  return isErased(email) ? 'an erased address' : email;
}

/** What was paid for. */
export function forText(products: readonly { id: number; name: string }[]): string {
  if (products.length === 0) return 'the project';
  return listed(products.map(({ id, name }) => `${paddedId(id)} ${name}`));
}

/** What a button does that sends money. Amounts in dollars. */
export function sendText(amount: number, email: string | null | undefined): string {
  const to = email && !isErased(email) ? email : 'its payer';
  return `Send ${formatDollars(amount)} to ${to}`;
}

/** What does not come back with a refund of `amount` out of a payment of `paid` dollars. */
export function feeText(amount: number, { fee, paid }: { fee: number | null; paid: number }) {
  if (fee === null) return 'Stripe keeps the fee that it took of the payment.';
  if (fee === 0) return 'Stripe took no fee.';
  const of = amount < paid ? ` for the whole payment of ${formatDollars(paid)}` : '';
  return `Stripe keeps its fee of ${formatDollars(fee)}${of}.`;
}
