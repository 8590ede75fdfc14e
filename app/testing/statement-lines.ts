import { centsFromDollars, dollarsFromCents } from '#app/kit/money.ts';
import { FROM_PROJECT, FROM_RESERVE, MOVED_HERE, PASSED_ON } from './messages.ts';
import { COST_KINDS } from './steps.ts';
import type { Statement } from './testing-schema.ts';

/** A statement's lines, amounts in dollars, summing to what is left; rare ones only where they are. */
export function statementLines(statement: Statement): { text: string; amount: number }[] {
  const { raised, moved, card_fees, samples, laboratory, shipping } = statement;
  const { other, reserve, project } = statement;
  const directCents = centsFromDollars(raised) - centsFromDollars(moved);
  return [
    { text: 'Raised', amount: dollarsFromCents(directCents) },
    ...(moved === 0 ? [] : [{ text: MOVED_HERE, amount: moved }]),
    { text: 'Card fees, as posted by Stripe', amount: card_fees },
    { text: COST_KINDS.sample, amount: samples },
    { text: COST_KINDS.laboratory, amount: laboratory },
    ...(shipping === 0 ? [] : [{ text: COST_KINDS.shipping, amount: shipping }]),
    ...(other === 0 ? [] : [{ text: COST_KINDS.other, amount: other }]),
    ...(reserve === 0 ? [] : [{ text: reserve < 0 ? PASSED_ON : FROM_RESERVE, amount: reserve }]),
    ...(project === 0 ? [] : [{ text: FROM_PROJECT, amount: project }]),
  ];
}
