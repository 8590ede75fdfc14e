import Stripe from 'stripe';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { allowLargeRefunds, readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { clockTrouble } from '#app/stripe/clocks.server.ts';
import { log } from '#app/platform/log.server.ts';
import { REFUND_RULE } from '#app/kit/facts.ts';

/** Lets go back what the 365-day rule would not send unasked: what was shown, by its code. */
export async function allowRefunds(by: Actor, code: string): Promise<Answer> {
  const trouble = await clockTrouble().catch(unreachable);
  if (trouble) return refuse(503, trouble);
  if (!(await readLargeRefunds()).isHeld)
    return refuse(409, 'No refunds are waiting for approval.');
  return administer(by, async (tx, note) => {
    const allowed = await allowLargeRefunds(tx, code);
    if (!allowed)
      return refuse(
        409,
        'The refunds that are due have changed since you looked, so none was approved. Please look again.',
      );
    const { dueCents, contributions } = allowed;
    await note({
      action: 'allow-refunds',
      subject: `refunds of ${REFUND_RULE}`,
      after: { amount: dollarsFromCents(dueCents), contributions },
    });
    return answer(200, { message: 'Approved. They are sent within the hour.' });
  });
}

function unreachable(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  log.error({ err: error }, 'Stripe was not asked what time it is');
  return 'Stripe cannot be reached. Please try again in a moment.';
}
