import type { BodyWeightKey } from '#app/toxicology/body-weights.ts';
import type { ReportTile } from './report-cards.ts';
import type { TestFacts } from './test-facts.ts';
import type { TestedReport } from './tested-schema.ts';

/** A report, its card for a reference person, and what is known of its tests. */
export interface FullReport {
  report: TestedReport;
  /** Worked out when it is asked for. */
  card: (who: BodyWeightKey) => ReportTile[];
  facts: TestFacts;
}
