import { centsFromDollars, dollarsFromCents } from '#app/kit/money.ts';
import { COST_KINDS } from './steps.ts';
import type { Statement } from './testing-schema.ts';

/** A statement's lines, amounts in dollars, summing to what is left; rare ones only where they are. */
export function statementLines(statement: Statement): { text: string; amount: number }[] {
  const { raised, moved, card_fees, samples, laboratory, shipping } = statement;
  const { other, reserve, project } = statement;
  const reserveText =
    reserve < 0
      ? 'Passed on to the reserve for tests that cost more'
      : 'From the reserve of tests that cost less';
  const directCents = centsFromDollars(raised) - centsFromDollars(moved);
  return [
    { text: 'Raised', amount: dollarsFromCents(directCents) },
    ...(moved === 0
      ? []
      : [{ text: 'Moved here by contributors from other products', amount: moved }]),
    { text: 'Card fees, as posted by Stripe', amount: card_fees },
    { text: COST_KINDS.sample, amount: samples },
    { text: COST_KINDS.laboratory, amount: laboratory },
    ...(shipping === 0 ? [] : [{ text: COST_KINDS.shipping, amount: shipping }]),
    ...(other === 0 ? [] : [{ text: COST_KINDS.other, amount: other }]),
    ...(reserve === 0 ? [] : [{ text: reserveText, amount: reserve }]),
    ...(project === 0 ? [] : [{ text: 'From the project’s own money', amount: project }]),
  ];
}
