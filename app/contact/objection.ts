/** What can be wrong with published results, by the word that is stored. */
export const GROUNDS = {
  product: 'Wrong product or variant',
  lot: 'Wrong lot',
  figure: 'Wrong unit or figure',
  method: 'Method not fit for it',
  handling: 'Sample mishandled',
} as const;

/** What else can be written about a result: a message that nobody but administrators reads. */
export const OTHER_MATTERS = {
  maker: 'I make this product',
  other: 'Something else',
} as const;

/** What becomes of an objection, by the word that the desk's form sends. */
export const VERDICTS = {
  yes: 'Upheld',
  no: 'Not upheld',
  empty: 'Dismissed: it says nothing that can be checked',
} as const;

export type Verdict = keyof typeof VERDICTS;
export const isVerdict = (text: string): text is Verdict => Object.hasOwn(VERDICTS, text);

export type Ground = keyof typeof GROUNDS;
export const isGround = (text: string): text is Ground => Object.hasOwn(GROUNDS, text);

/** An objection is answered in public within so many days. */
export const ANSWERED_WITHIN_DAYS = 14;
/** The longest reply of a maker, in characters. */
export const REPLY_CHARACTERS = 2_000;

export const WRITE_ABOUT = 'Something wrong, or is this your product?';
export const OBJECTION_LEAD =
  'Say what is wrong and how you know. A mistake in the result is an objection: its kind and our answer become public, on the report and in the log. Your own words and your email stay private. If you make the product, we can publish what you write as your reply, once we know who wrote it.';
export const NO_GROUND = 'Choose what it is about.';
export const OBJECTION_SENT =
  'We’ve sent you an email. Your objection counts once you confirm it by the link in it.';
export const OBJECTION_CONFIRMED =
  'Thank you. Your objection is public now, and we answer it on the report within 14 days.';
export const OPEN_ALREADY =
  'Your earlier objection to this result isn’t answered yet. We answer that one first.';
export const PUT_ON_TOP = 'The objection stands at the top of the report now.';
export const NOT_PUT_ON_TOP = 'There is no open objection like that, or it is at the top already.';
export const DOMAIN_BROKEN = 'Enter a brand, and a domain such as example.com.';
export const OF_ANYBODY = 'Anybody can have an address there. Enter a domain of the brand’s own.';
export const NO_SUCH_OBJECTION =
  'There is no such objection to confirm. It may be older than 30 days. Please send it again.';
export const NO_RESULTS = 'There are no published results of that product.';
export const VERDICT_MISSING = 'Say what becomes of the objection, and why. Everyone reads it.';
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
  answer: { entry: number; at: string; verdict: Verdict; text: string } | null;
  text: string | null;
  /** An administrator has looked at it, or its writer's address is of the brand's domain. */
  isOnTop: boolean;
}
