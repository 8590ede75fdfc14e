/** What can be wrong with published results, by the word that is stored. */
export const GROUNDS = {
  product: 'Wrong product or variant',
  lot: 'Wrong lot',
  figure: 'Wrong unit or figure',
  method: 'Method not fit for it',
  handling: 'Sample mishandled',
} as const;

export type Ground = keyof typeof GROUNDS;
export const isGround = (text: string): text is Ground => Object.hasOwn(GROUNDS, text);

/** An objection is answered in public within so many days. */
export const ANSWERED_WITHIN_DAYS = 14;
/** The longest reply of a maker, in characters. */
export const REPLY_CHARACTERS = 2_000;

export const OBJECTION_LEAD =
  'Say what is wrong with this result, and how you know. The kind of mistake that you choose and our answer become public, on the report and in the log. Your own words and your email stay private.';
export const NO_GROUND = 'Choose what is wrong.';
export const OBJECTION_SENT =
  'We’ve sent you an email. Your objection counts once you confirm it by the link in it.';
export const OBJECTION_CONFIRMED =
  'Thank you. Your objection is public now, and we answer it on the report within 14 days.';
export const NO_SUCH_OBJECTION =
  'There is no such objection to confirm. It may be older than 30 days. Please send it again.';
export const NO_RESULTS = 'There are no published results of that product.';
export const VERDICT_MISSING = 'Say whether the objection is upheld, and why. Everyone reads it.';
export const REPLY_TOO_LONG = 'A maker’s reply can be at most 2,000 characters long.';
export const REPLY_ONCE = 'The maker of that product has replied already, or it has no results.';
export const MAKER_UNCHECKED = 'Name the company, and check the box once you know who wrote.';

/** The day by which an objection is answered, as `2026-11-21`, that was confirmed at a moment in ISO 8601. */
export function dueDay(confirmedAt: string): string {
  const due = Date.parse(confirmedAt) + ANSWERED_WITHIN_DAYS * 86_400_000;
  return new Date(due).toISOString().slice(0, 10);
}

/** An objection to results, and its answer; or, with a maker, its reply. Moments in ISO 8601. */
export interface Objection {
  entry: number;
  at: string;
  ground: string | null;
  maker: string | null;
  answer: { entry: number; at: string; upheld: boolean; text: string } | null;
  text: string | null;
}
