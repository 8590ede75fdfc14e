/** What must be said of every survey. */
export const NO_TESTS = 'Surveys of authorities are no tests of ours and no tests of a product.';

type TotalDiet = 'hc-phthalates' | 'hc-bpa' | 'hc-pfas-2016' | 'hc-pfas-2017';
export type SurveyKey = TotalDiet | 'fda-baby-food' | 'fda-formula';

/** What is read from a column, and not only copied. */
export type SurveyRole = keyof SurveyRow | SurveyLimit | 'operator' | 'value' | 'unit';

/** A column in the file's order: its heading, one sentence on it, and what is read from it. */
export type SurveyColumn = readonly [name: string, means: string, role?: SurveyRole];

/**
 * What an authority measured and published: a source record. Its rows are no tests of ours and no tests
 * of a product, and never enter a figure with one (decision 0210).
 */
export interface Survey {
  key: SurveyKey;
  authority: 'Health Canada' | 'FDA';
  /** As a sentence names it after whose it is. */
  study: string;
  /** First and last year of collection: FDA’s are fiscal years. */
  years: readonly [first: string, last: string];
  /** What one sample is. */
  measured: string;
  license: { name: string; title: string; url: string };
  /** Where the file was copied from. */
  from: string;
  copiedOn: string;
  /** What must be said of it as a whole, and of FDA’s wherever a figure is shown. */
  note?: string;
  /** CSV, as it was published but for columns that were left out. */
  file: { path: string; rows: number; sha256: string; columns: readonly SurveyColumn[] };
}

/** `fiscal years 2009 to 2024`, by whose they are. */
export function yearsOfSurvey({ authority }: Pick<Survey, 'authority'>, years: string): string {
  return authority === 'FDA' ? `fiscal years ${years}` : years;
}

/** What a survey says of one analyte in one sample. */
export interface SurveyRow {
  survey: SurveyKey;
  food: string;
  sample: string;
  /** Day of collection, or the fiscal year where no day is stated. */
  on: string;
  /** A chemical's key (`dehp`), a metal's (`pb`; `as` and `hg` are totals), or the name of one that has none here. */
  analyte: string;
  found: SurveyFound;
  /** City of a composite, and FDA's class of a food, where the file has one. */
  city?: string;
  group?: string;
}

/**
 * ng/g. `below`: not detected, and below this limit as far as the method goes, never for certain.
 * `unstated`: not detected below nobody says what. A value that is under a limit stated beside it is
 * said to be measured by its authority all the same: `under` names that limit.
 */
export type SurveyFound =
  | { kind: 'measured'; ngG: number; under?: SurveyLimit }
  | { kind: 'below'; ngG: number; limit: SurveyLimit }
  | { kind: 'unstated'; text: string };

type SurveyLimit = 'LOD' | 'LOQ' | 'MDL';
