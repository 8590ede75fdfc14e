/** What one test can look for at once; data alone: a new panel is one record, listed in `panels.ts`. */
export interface TestPanel {
  /** As addresses and rows name it. */
  readonly key: string;
  /** In titles, after the name of what is tested. */
  readonly name: string;
  /** After “tested for” in a sentence. */
  readonly inSentence: string;
  /** In the order in which results list them. */
  readonly substances: readonly Substance[];
  /** What a laboratory may report beside them. */
  readonly others: readonly Substance[];
  /** What one sample costs, in cents, of a test that has no money yet. */
  readonly sampleCents: number;
  /** How many samples such a test is funded for. */
  readonly samples: number;
  /** What results of it are judged by, as a registration states it; another version where that changes. */
  readonly rule: { readonly version: string; readonly date: string };
}

export interface Substance {
  readonly key: string;
  /** As a laboratory's column names it. */
  readonly abbreviation: string;
  readonly fullName: string;
  /** Chemical Abstracts Service registry number. */
  readonly casNumber: string;
  /** What of an element is measured: all of it, or a part that others do not stand for. */
  readonly form?: 'total' | 'inorganic';
}
