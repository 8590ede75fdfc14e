import type { Operator } from '#app/config.ts';
import { privacy } from './legal-privacy.ts';
import { terms } from './legal-terms.ts';
import type { LegalSection, OthersHere } from './legal-section.ts';

export interface LegalText {
  key: 'privacy' | 'terms';
  title: string;
  lead: string;
  sections: (operator: Operator, others: OthersHere) => readonly LegalSection[];
}

/** The texts of the legal page (spec §2), in the order of its tabs; the first is its own address. */
export const legalTexts: readonly [LegalText, LegalText] = [
  {
    key: 'privacy',
    title: 'Privacy policy',
    lead: 'What is stored about you, why, for how long, who else gets to see it, and how you have it erased.',
    sections: privacy,
  },
  {
    key: 'terms',
    title: 'Terms of service',
    lead: 'What you and we agree on when you use this site: above all, what becomes of the money you give.',
    sections: terms,
  },
];

/** The text that an address asks for; the privacy policy unless it names another. */
export function legalTextOf(params: URLSearchParams): LegalText {
  return legalTexts.find(({ key }) => key === params.get('tab')) ?? legalTexts[0];
}

/** The query of a text's address. */
export function legalSearch({ key }: LegalText): string {
  return key === legalTexts[0].key ? '' : `?tab=${key}`;
}
