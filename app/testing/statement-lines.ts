import { MADE_UP, PASSED_ON } from '#app/testing/messages.ts';
import { COST_KINDS } from '#app/testing/steps.ts';
import type { Statement } from '#app/testing/testing.ts';

/** A statement's lines, amounts in dollars, summing to what is left; rare ones only where they are. */
export function statementLines(statement: Statement): { text: string; amount: number }[] {
  const { raised, card_fees, samples, laboratory, shipping, other, settled } = statement;
  return [
    { text: 'Raised', amount: raised },
    { text: 'Card fees, as posted by Stripe', amount: card_fees },
    { text: COST_KINDS.sample, amount: samples },
    { text: COST_KINDS.laboratory, amount: laboratory },
    ...(shipping === 0 ? [] : [{ text: COST_KINDS.shipping, amount: shipping }]),
    ...(other === 0 ? [] : [{ text: COST_KINDS.other, amount: other }]),
    ...(settled === 0 ? [] : [{ text: settled < 0 ? PASSED_ON : MADE_UP, amount: settled }]),
  ];
}
