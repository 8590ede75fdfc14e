import type { disputeEvidence } from './dispute-evidence.server.ts';
import { forText, movedText, payerText } from './whose-words.ts';
import { minuteText } from '#app/admin/desk/moment-text.ts';
import { formatDollars } from '#app/kit/money.ts';

export type DisputeEvidence = NonNullable<Awaited<ReturnType<typeof disputeEvidence>>>;

/** What an open dispute comes to: what is held, the fee, until when, whose payment and for what. */
export function whatStands({ dispute, order, shares }: DisputeEvidence): string {
  const { amount, withdrawn, fees, evidence_due_at: due } = dispute;
  const products = shares.flatMap(({ product }) => product ?? []);
  const what = order
    ? `the ${formatDollars(order.amount)} that ${payerText(order.email)} paid for ${forText(products)}`
    : 'a payment that is not known here';
  return [
    `The bank holds back ${withdrawn > 0 ? formatDollars(withdrawn) : 'nothing'} of ${what}.`,
    `Disputed: ${formatDollars(amount)}.`,
    `Dispute fee: ${fees > 0 ? formatDollars(fees) : 'none so far'}.`,
    due ? `Answer at Stripe by ${minuteText(due)}.` : 'There is nothing to answer.',
  ].join(' ');
}

/** The evidence as text, to paste into Stripe's form or to send along as a file. */
export function evidenceText(evidence: DisputeEvidence): string {
  const { dispute, payment, order, shares, refunds, mails, suggested_evidence: form } = evidence;
  const { card } = payment;
  return [
    part(`Dispute ${dispute.id}`, [
      `${formatDollars(dispute.amount)}, ${spaced(dispute.reason)}, opened ${minuteText(dispute.opened_at)}`,
    ]),
    part('Product description', [form.product_description]),
    part('Payment', [
      payment.paid_at && `Paid ${minuteText(payment.paid_at)}`,
      order && `Order ${order.id}`,
      payment.payment_intent && `Payment ${payment.payment_intent}`,
      form.customer_email_address && `Customer’s email: ${form.customer_email_address}`,
      payment.billing_name && `Name on the card: ${payment.billing_name}`,
      card &&
        `Card: ${[card.brand, `ending in ${card.last4}`, card.country].filter(Boolean).join(', ')}`,
      card?.cvc_check && `Security code check: ${card.cvc_check}`,
    ]),
    part('What it paid for', shares.map(shareText)),
    part('Refund policy', [form.refund_policy, form.refund_policy_disclosure]),
    part(
      'Refunds of this payment',
      refunds.map(({ amount, status, requested_at: at }) =>
        [formatDollars(amount), spaced(status), `requested ${minuteText(at)}`].join(', '),
      ),
    ),
    part(
      'Emails sent to the customer',
      mails.flatMap(({ name, sent_at: at }) => (at ? `${minuteText(at)}: ${spaced(name)}` : [])),
    ),
  ].join('\n\n');
}

function part(title: string, lines: (string | null | undefined | false)[]): string {
  const said = lines.filter(Boolean);
  return [title, ...(said.length > 0 ? said : ['None.'])].join('\n');
}

function shareText({ amount, product }: DisputeEvidence['shares'][number]): string {
  if (!product) return `${formatDollars(amount)} as a donation`;
  const { testing_begun_at: begun, moved_to: moved } = product;
  const isMoved = moved ? `, moved by the customer to ${movedText(moved)}` : '';
  const since = begun ? `, whose test began ${minuteText(begun)}` : '';
  return `${formatDollars(amount)} for the test of ${product.name} (${product.url})${isMoved}${since}`;
}

function spaced(name: string): string {
  return name.replaceAll(/[_-]/g, ' ');
}
