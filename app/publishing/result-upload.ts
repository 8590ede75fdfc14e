import type { FileProblem } from '#app/results/samples/samples-file.ts';

/** What a laboratory's file may weigh: PlasticList's own, of 775 samples, weighs a sixth of it. */
export const RESULTS_FILE_BYTES = 2 * 1_024 * 1_024;

/** Complaints shown at once. */
export const PROBLEMS_SHOWN = 500;

/** An upload as its page shows it: what publishing it would change, or what is wrong with it. */
export interface UploadView {
  id: string;
  fileName: string;
  sha256: string;
  about: number | null;
  uploadedAt: string;
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
  };
}
