import type { Difference, Movement } from './audit.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import type { SolvencyDay } from '#app/ledger/solvency.server.ts';

/** What is there, what of it is owed to others, and what the project has left, or is short by. */
export function standing({ stripeCents, withheldCents, bankCents, leftCents }: SolvencyDay) {
  const thereCents = stripeCents + withheldCents + bankCents;
  return {
    there: formatCents(thereCents),
    owed: formatCents(thereCents - leftCents),
    left: formatCents(Math.max(0, leftCents)),
    shortBy: leftCents < 0 ? formatCents(-leftCents) : undefined,
  };
}

/** What is not the same, and by how much. */
export function differenceText(one: Difference): string {
  const of = one.product_id === null ? one.id : `${one.id}, product ${one.product_id}`;
  const [at, here] = [formatDollars(one.stripe_amount), formatDollars(one.stored_amount)];
  return `${of}: ${at} at Stripe, ${here} stored: ${one.why}`;
}

/** Only U.S. dollars are on the books: another currency's balance is named by its code. */
export function movementText({ type, currency, count, amount }: Movement): string {
  const sum = currency === 'usd' ? formatDollars(amount) : `${amount} ${currency.toUpperCase()}`;
  return `${type}: ${sum} in ${counted(count, 'transaction')}`;
}
