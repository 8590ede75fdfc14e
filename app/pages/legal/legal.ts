import type { Section } from '#app/prose/blocks.ts';

export interface LegalText {
  key: 'privacy' | 'terms';
  title: string;
  lead: string;
  /** The last says what changed, newest first. */
  sections: readonly Section[];
  /** The day of the newest change: `November 28, 2026`. */
  changedOn: string | undefined;
}

/** The texts of the legal page, in the order of its tabs; the first is its own address. */
export const LEGAL_KEYS = ['privacy', 'terms'] as const;

/** The text that an address asks for; the privacy policy unless it names another. */
export function legalTextOf<Text extends { key: string }>(
  texts: readonly Text[],
  params: URLSearchParams,
): Text {
  const asked = texts.find(({ key }) => key === params.get('tab')) ?? texts[0];
  if (!asked) throw new Error('there are no legal texts');
  return asked;
}

/** The query of a text's address. */
export function legalSearch({ key }: Pick<LegalText, 'key'>): string {
  return key === LEGAL_KEYS[0] ? '' : `?tab=${key}`;
}
