import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { issueInvoice, newInvoiceId, tryInvoice } from './invoice-payment.ts';
import type { Invoice, StripeSubscription } from '#sandbox/stripe/objects.ts';
import { periodEndS } from './periods.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { endSubscription, openInvoices, saveSubscription } from './subscription-changes.ts';
import { periodOf, withPeriod } from './subscription-objects.ts';

/** The end of a period, as of its own time: the subscription ends, or its next period is billed. */
export function renewDue(sandbox: Sandbox, id: string, atS: number): void {
  const subscription = sandbox.store.need<StripeSubscription>('subscription', id);
  if (subscription.status === 'canceled') return;
  sandbox.clock.asOf(atS, () => {
    if (subscription.cancel_at_period_end) {
      endSubscription(sandbox, subscription, 'cancellation_requested');
    } else {
      renew(sandbox, subscription);
    }
  });
}

/** One more try to pay an invoice, as of its own time. */
export function retryDue(sandbox: Sandbox, id: string, atS: number): void {
  const invoice = sandbox.store.need<Invoice>('invoice', id);
  if (invoice.status === 'open') sandbox.clock.asOf(atS, () => tryInvoice(sandbox, invoice));
}

/** Ends the running period now; from now on the rhythm counts from this moment. */
export function renewNow(sandbox: Sandbox, subscription: StripeSubscription): void {
  const nowS = sandbox.clock.nowS();
  if (subscription.status === 'canceled') throw invalidRequest('This subscription is canceled.');
  if (subscription.cancel_at_period_end) {
    endSubscription(sandbox, subscription, 'cancellation_requested');
    return;
  }
  const { start } = periodOf(subscription);
  const cut = { ...withPeriod(subscription, start, nowS), billing_cycle_anchor: nowS };
  renew(sandbox, cut, subscription);
}

/** Tries to pay the oldest unpaid invoice of a subscription now. */
export function retryNow(sandbox: Sandbox, subscription: StripeSubscription): Invoice {
  const [invoice] = openInvoices(sandbox, subscription);
  if (!invoice) throw invalidRequest('This subscription has no unpaid invoice.');
  return tryInvoice(sandbox, invoice);
}

function renew(sandbox: Sandbox, subscription: StripeSubscription, before = subscription): void {
  const { billing_cycle_anchor: anchorS, items } = subscription;
  const ended = periodOf(subscription);
  const endS = periodEndS(anchorS, ended.end, items.data[0]!.price.recurring!);
  const renewed = saveSubscription(sandbox, before, {
    ...withPeriod(subscription, ended.end, endS),
    latest_invoice: newInvoiceId(),
  });
  const invoice = issueInvoice(sandbox, {
    subscription: renewed,
    reason: 'subscription_cycle',
    period: ended,
  });
  tryInvoice(sandbox, invoice);
}
