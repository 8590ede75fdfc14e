/** A document that a profile rests on. */
export interface ProfileCitation {
  title: string;
  publisher: string;
  /** Year of the document, or of the version cited where it is kept up to date. */
  year: number;
  /** A DOI, or the publisher's own page; null where we know no stable address. */
  url: string | null;
}
