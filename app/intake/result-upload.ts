import type { FileProblem } from '#app/results/samples/samples-file.ts';

/** What a laboratory's file may weigh: PlasticList's own, of 775 samples, weighs a sixth of it. */
export const RESULTS_FILE_BYTES = 2 * 1_024 * 1_024;

/** What a laboratory's certificate may weigh. */
export const CERTIFICATE_BYTES = 2 * 1_024 * 1_024;

/** An upload that is neither published nor discarded is kept for so long. */
export const UPLOAD_RETENTION_HOURS = 24;

export const UPLOAD_GONE =
  'That upload no longer exists. It was published or discarded, or is more than a day old.';

/** Complaints shown at once. */
export const PROBLEMS_SHOWN = 500;

/** An upload as its page shows it: what publishing it would change, or what is wrong with it. */
export interface UploadView {
  id: string;
  fileName: string;
  sha256: string;
  about: number | null;
  uploadedAt: string;
  /** The certificate's file name, where one came with it. */
  certificate: string | null;
  /** Set where the file cannot be read: those from a place on, out of so many. */
  problems?: { shown: readonly FileProblem[]; from: number; total: number };
  /** Set where it can. */
  plan?: {
    samples: number;
    fingerprint: string;
    /** Products that change, each as a heading and its lines. */
    changes: { productId: number; isCorrection: boolean; heading: string; lines: string[] }[];
    /** How many products of the file are published just so already. */
    unchanged: number;
    /** Why it cannot be published now. */
    hindrances: string[];
    /** What was set aside, a line each. */
    controls: string[];
    /** What a person confirms line by line. */
    doubts: readonly string[];
    /** Results that a person types again from the laboratory's paper. */
    typedAgain: readonly TypedCell[];
  };
}

/** A result to be typed again: `name` is its field's. */
export interface TypedCell {
  name: string;
  label: string;
}
