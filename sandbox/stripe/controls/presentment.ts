import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import type { Session } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/**
 * `sessions/:id/presentment` {currency, rate, settled?, converted?}: its payer is shown another currency,
 * as by adaptive pricing, whatever the session says of that. It is paid in dollars, and its session,
 * payment, charge, and refunds tell in `presentment_details` what that was. With `settled` it comes to
 * so many cents in dollars. With `converted` the session itself is in that currency and names the
 * dollars in `currency_conversion`, as versions of the API did before.
 */
export function presentIn(sandbox: Sandbox, input: Record<string, unknown>, id: string): Session {
  const { store } = sandbox;
  const { currency, rate, settled, converted } = input;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency)) {
    throw invalidRequest('currency is three small letters', 'currency');
  }
  if (typeof rate !== 'number' || rate <= 0) throw invalidRequest('rate is above zero', 'rate');
  const session = store.need<Session>('checkout.session', id);
  if (session.status !== 'open') throw invalidRequest('The session is not open.');
  const cents = Number(settled ?? session.amount_total);
  const presented = Math.round(cents * rate);
  const shared = { ...session, amount_subtotal: cents, amount_total: cents };
  store.update(
    converted === true
      ? {
          ...shared,
          amount_subtotal: presented,
          amount_total: presented,
          currency,
          currency_conversion: {
            amount_subtotal: cents,
            amount_total: cents,
            fx_rate: String(rate),
            source_currency: 'usd',
          },
        }
      : {
          ...shared,
          presentment_details: { presentment_amount: presented, presentment_currency: currency },
        },
  );
  return store.need<Session>('checkout.session', id);
}
