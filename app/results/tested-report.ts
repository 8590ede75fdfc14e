import type { BodyWeightKey } from '#app/toxicology/body-weights.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { RiskLevelRow } from './tested-schema.ts';
import type { ReportTile } from './report-cards.ts';
import type { TestFacts } from './test-facts.ts';

/**
 * A concentration in ng/g as the API states it: a number; `<n` below the limit of quantification n;
 * `>n` above the calibrated range; `ND` where the laboratory did not name its limit; null where
 * there is no result.
 */
export type Concentration = number | string | null;

type ConcentrationField = `${ChemicalKey}_ng_g`;

export type TestResult = { lot_number: string | null } & Record<ConcentrationField, Concentration>;

export interface ReportSample {
  id: string;
  name: string;
  lot_number: string | null;
  test_results: TestResult[];
}

/** One publication of a product's results. */
export interface Revision {
  /** From 1; the highest is what the report shows. */
  number: number;
  published_at: string;
  /** Why it differs from the one before; null for the first. */
  reason: string | null;
}

/** A tested product (spec §3 "Tested product"), with its row of the risk list beside it. */
export interface TestedReport {
  /** Zero-padded to four digits. */
  original_id: string;
  name: string;
  /** Grams; 0 where unknown. */
  serving_size_g: number;
  samples: ReportSample[];
  tags: string[];
  collection_notes: string | null;
  /** Address of its image; null where there is none. */
  product_url: string | null;
  risk: RiskLevelRow;
  /** The code of the product that was funded here; null for PlasticList's. */
  funded_product_id: number | null;
  /** Every publication of its results, the latest first. */
  revisions: Revision[];
}

/** A report, its card for a reference person, and what is known of its tests. */
export interface FullReport {
  report: TestedReport;
  /** Worked out when it is asked for. */
  card: (who: BodyWeightKey) => ReportTile[];
  facts: TestFacts;
}
