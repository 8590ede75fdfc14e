import type { Operator } from '#app/config.ts';
import { asMarkdown } from './read-text.server.ts';

/** Who “we” are, as far as the operator has said; with real money that is all of it (`config.ts`). */
export function operatorValues(operator: Operator) {
  const { name, address, email, legalForm, people, laboratory, taxNote } = operator;
  const link = (words: string) => `[${words}](<mailto:${email}>)`;
  return {
    operatorName: name && asMarkdown(name),
    operatorAddress: address && asMarkdown(address),
    operatorEmail: email && link(asMarkdown(email)),
    writeToUs: email ? link('write to us') : 'write to us (see [Contact](/contact))',
    legalForm: legalForm && asMarkdown(legalForm),
    people: people && asMarkdown(people),
    laboratory: laboratory && asMarkdown(laboratory),
    taxNote: asMarkdown(taxNote),
  };
}
