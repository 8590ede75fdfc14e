import { cardExpiry, readCard } from '#sandbox/stripe/payments/cards.ts';
import { invalidRequest, StripeError } from '#sandbox/stripe/api/errors.ts';
import type { StripeSubscription, SubscriptionHidden } from '#sandbox/stripe/objects.ts';
import { renewNow, retryNow } from '#sandbox/stripe/subscriptions/renewals.ts';
import { changeCard } from '#sandbox/stripe/payments/saved-cards.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

type Input = Record<string, unknown>;

/** What a test may do to a subscription; answers with the subscription as it is then. */
export function controlSubscription(
  sandbox: Sandbox,
  input: Input,
  id: string,
  verb?: string,
): StripeSubscription {
  const { store } = sandbox;
  return store.transaction(() => {
    const subscription = store.need<StripeSubscription>('subscription', id);
    if (verb === 'payments') setPayments(sandbox, subscription, input);
    else if (verb === 'card') setCard(sandbox, subscription, input);
    else if (verb === 'renew') renewNow(sandbox, subscription);
    else retryNow(sandbox, subscription);
    return store.need<StripeSubscription>('subscription', id);
  });
}

/** What later payments do: `succeed`, `fail`, or as the `card` does. */
function setPayments({ store }: Sandbox, { id }: StripeSubscription, { outcome }: Input): void {
  if (outcome !== 'succeed' && outcome !== 'fail' && outcome !== 'card') {
    throw invalidRequest('Invalid outcome: must be one of succeed, fail or card', 'outcome');
  }
  const hidden: SubscriptionHidden = outcome === 'card' ? {} : { payments: outcome };
  store.setHidden(id, hidden);
}

function setCard(sandbox: Sandbox, subscription: StripeSubscription, input: Input): void {
  const number = String(input.card_number ?? '');
  const nowS = sandbox.clock.nowS();
  const read = readCard(
    {
      card_number: number,
      card_expiry: String(input.card_expiry ?? cardExpiry(nowS, 5)),
      card_cvc: String(input.card_cvc ?? (number === '378282246310005' ? '1234' : '123')),
    },
    nowS,
  );
  if ('errors' in read) {
    const [[param, message] = ['', '']] = Object.entries(read.errors);
    throw invalidRequest(message, param);
  }
  const { decline } = read.card;
  if (decline) {
    const { code, declineCode, message } = decline;
    throw new StripeError(402, 'card_error', message, { code, decline_code: declineCode });
  }
  changeCard(sandbox, [subscription], read.card);
}
