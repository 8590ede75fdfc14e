import type { CompletedOrder } from './use-order.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { centsFromDollars, formatCents } from '#app/kit/money.ts';

const FUNDED = {
  lead: 'Thank you. Your contribution is recorded and counts from now on.',
  next: [
    'Testing begins when a product reaches its goal.',
    'The results are published on this site, for everyone, and we email them to you.',
    `If a goal is not reached within ${REFUND_DAYS} days, your contribution is refunded automatically.`,
  ],
};

const DONATED = {
  lead: 'Thank you. Your donation is recorded.',
  next: [
    'An email confirms the payment. It is not a tax receipt.',
    'Your donation does not go to a single product. It helps wherever the project needs it most.',
    'Nothing else is charged.',
  ],
};

const FUNDED_ONCE = {
  ...FUNDED,
  lead: 'Thank you. Your gift is recorded and counts from now on.',
};

const DONATED_MONTHLY = {
  lead: 'Thank you. Your first monthly donation is recorded.',
  next: [
    'The same amount is charged each month until you cancel. An email confirms each payment. It is not a tax receipt.',
    'Your donation does not go to a single product. It helps wherever the project needs it most.',
    'You can change your card or cancel at any time, here or through a link that the donation page emails to you.',
  ],
};

const FUNDED_MONTHLY = {
  lead: 'Thank you. Your first monthly gift is recorded and counts from now on.',
  next: [
    'The same amount is charged each month until you cancel. An email confirms each payment and says what it completed.',
    `What goes to a product is refunded automatically unless it pays for a test within ${REFUND_DAYS} days.`,
    'You can change what each month is for, change your card, or cancel at any time, through a link that the donation page emails to you.',
  ],
};

const TAKEN_BACK = {
  lead: 'This payment was recorded. It has been disputed with its bank or refunded since, so it does not count now.',
  next: [],
};

/** What is said beside an order, by what was paid for. */
export function wordsFor({
  kind,
  products,
  totalAmount,
  isTakenBack = false,
}: Pick<CompletedOrder, 'kind' | 'products' | 'totalAmount' | 'isTakenBack'>) {
  const backCents = products.reduce((cents, { excess = 0 }) => cents + centsFromDollars(excess), 0);
  const feeCents = centsFromDollars(totalAmount) - backCents;
  if (isTakenBack && feeCents > 0) return TAKEN_BACK;
  if (kind === 'donation') return products.length > 0 ? FUNDED_ONCE : DONATED;
  if (kind === 'subscription') return products.length > 0 ? FUNDED_MONTHLY : DONATED_MONTHLY;
  if (backCents === 0) return FUNDED;
  return { lead: excessLead(feeCents, backCents), next: feeCents > 0 ? FUNDED.next : [] };
}

/** Others were faster, or an administrator: not all of a payment is put to use, or none of it. */
function excessLead(feeCents: number, backCents: number): string {
  const back = 'refunded automatically to the card you paid with';
  return feeCents === 0
    ? `Thank you. When your payment arrived, it was no longer needed, so it is ${back}.`
    : `Thank you. ${formatCents(feeCents)} is recorded and counts from now on. The other ${formatCents(backCents)} was more than was still needed when your payment arrived, so it is ${back}.`;
}
