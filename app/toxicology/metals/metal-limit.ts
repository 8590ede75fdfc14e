import type { Citation } from '#app/toxicology/limits.ts';

/** What is measured or limited: `as` and `hg` are totals, of which `ias`, `mehg`, and `inhg` are parts. */
export type MetalForm = 'pb' | 'cd' | 'as' | 'ias' | 'hg' | 'mehg' | 'inhg';

/** Where a limit is written, what it is, and how it was seen. */
export interface MetalLimitSource {
  authority: 'EFSA' | 'EPA' | 'FDA' | 'California' | 'EU' | 'JECFA' | 'ATSDR';
  status: 'final' | 'interim' | 'guidance' | 'warning' | 'proposed' | 'superseded' | 'withdrawn';
  /** As a sentence has it between whose it is and of what: `tolerable weekly intake of`. */
  name: string;
  citation: Citation;
  /**
   * `P`: in the document or a stored copy; `P/S`: the authority's own sentences, quoted alike by two
   * independent hands; `S`: by a second hand alone, which turns no word and no color.
   */
  seen: 'P' | 'P/S' | 'S';
  seenAt: string;
  /** ISO 8601. */
  seenOn: string;
}

export const formNames: Readonly<Record<MetalForm, string>> = {
  pb: 'lead',
  cd: 'cadmium',
  as: 'total arsenic',
  ias: 'inorganic arsenic',
  hg: 'mercury',
  mehg: 'methylmercury',
  inhg: 'inorganic mercury',
};

interface MetalLimit extends MetalLimitSource {
  /** Never changes. */
  id: string;
  form: MetalForm;
}

/** Whom a limit is for, everybody where it names nobody; a woman of childbearing age is an adult too. */
export type EaterGroup = 'child' | 'woman' | 'adult';

export const groupNames = {
  child: 'children',
  woman: 'women of childbearing age',
  adult: 'adults',
};

/** For one who eats: `ng` of a person, or a kilogram of body weight, and a day, a week, or a month. */
export interface IntakeMetalLimit extends MetalLimit {
  kind: 'by weight' | 'by person' | 'margin';
  ng: number;
  per: 'day' | 'week' | 'month';
  group?: EaterGroup | undefined;
  /** What a dose that is no tolerable intake may do (`margin`). */
  effect?: string;
  /** Whether a test must see so little, or is only said to see it or not. */
  question?: 'must' | 'said';
}

/** Of a food as sold, compared with each sample, never with a mean. */
export interface FoodMetalLimit extends MetalLimit {
  ngG: number;
  /** As sentences name it; the class of a product is stated when its test is registered. */
  food: string;
}

/** What a second hand alone says: kept, and shown once the document itself was seen. */
export function quoted(
  authority: MetalLimitSource['authority'],
  number: string | null,
  page: string,
  status: MetalLimitSource['status'] = 'final',
): MetalLimitSource {
  const citation = { title: `${authority}, as quoted there`, number, url: null };
  const seenAt = `github.com/paleofoundation/heavymetalindex ${page}.md`;
  const seenOn = '2026-11-29';
  return { authority, status, name: 'limit for', citation, seen: 'S', seenAt, seenOn };
}

/** Whether a limit may turn a word or a color. */
export function isShown({ seen, status }: MetalLimitSource): boolean {
  return seen !== 'S' && !['proposed', 'superseded', 'withdrawn'].includes(status);
}
