import { findProduct } from '#app/catalogue/find-product.server.ts';
import { revisionRows } from './corrections.server.ts';
import { revisionSteps } from './revision-steps.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';

/** What stands around a product's figures, on its report and on every earlier revision of it. */
export async function reportBackground(report: TestedReport) {
  const { revisions, funded_product_id: code, risk } = report;
  const [rows, funded] = await Promise.all([
    revisionRows(revisions.length > 1 ? [risk.product_id] : []),
    code === null ? null : findProduct(code),
  ]);
  return {
    /** Every publication, the latest first. */
    history: revisionSteps(risk.product_id, revisions, rows.get(risk.product_id) ?? new Map()),
    /** How many people funded it; null where it was not funded here. */
    contributors: funded?.contributor_count ?? null,
    /** Not where what was funded was taken off the list since. */
    isFollowable: code === null || funded?.removed_reason === null,
  };
}
