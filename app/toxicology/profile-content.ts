/** A document that a profile rests on. */
export type ProfileCitation = {
  readonly title: string;
  readonly publisher: string;
  /** Year of the document, or of the version cited where it is kept up to date. */
  readonly year: number;
  /** A DOI, or the publisher's own page; null where we know no stable address. */
  readonly url: string | null;
};

/** What the info dialog of a chemical says, in whole sentences and in our own words. */
export type ProfileContent = {
  readonly description: string;
  /** What is shown in animals, what in people, and what nobody knows. */
  readonly healthConcerns: readonly string[];
  /** Where the chemical is met, the places that matter for food first. */
  readonly sources: readonly string[];
  readonly regulations: readonly string[];
  readonly alternatives: readonly string[];
  /** At least two. */
  readonly citations: readonly ProfileCitation[];
};
