import { eq } from 'drizzle-orm';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { db } from '#app/database/db.server.ts';
import { resultRevisions } from '#db/schema.ts';
import { revisionSteps, type RevisionStep } from './revision-steps.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';

/** What stands around a product's figures, on its report and on every earlier revision of it. */
interface ReportBackground {
  /** Every publication, the latest first. */
  history: RevisionStep[];
  /** How many people funded it; null where it was not funded here. */
  contributors: number | null;
  /** Whether it can be followed: not where what was funded was taken off the list since. */
  isFollowable: boolean;
}

export async function reportBackground(report: TestedReport): Promise<ReportBackground> {
  const { revisions, funded_product_id: code, risk } = report;
  const [rows, funded] = await Promise.all([
    revisions.length > 1 ? revisionRows(risk.product_id) : new Map<number, string>(),
    code === null ? null : findProduct(code),
  ]);
  return {
    history: revisionSteps(risk.product_id, revisions, rows),
    contributors: funded?.contributor_count ?? null,
    isFollowable: code === null || funded?.removed_reason === null,
  };
}

async function revisionRows(originalId: number): Promise<Map<number, string>> {
  const found = await db()
    .select({ number: resultRevisions.number, rows: resultRevisions.rows })
    .from(resultRevisions)
    .where(eq(resultRevisions.originalId, originalId));
  return new Map(found.map(({ number, rows }) => [number, rows]));
}
