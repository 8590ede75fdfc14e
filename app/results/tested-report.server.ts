import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/db.server.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';
import { loadSamples, type StoredSample } from './load-samples.server.ts';
import { DEFAULT_SAMPLE_NAME } from './messages.ts';
import { reportCards, type ReportCards } from './report-cards.ts';
import { originalIdOf, paddedId } from './risk-level-row.ts';
import { riskLevelRow } from './risk-levels.server.ts';
import type {
  Concentration,
  ReportSample,
  Revision,
  TestedReport,
  TestResult,
} from './tested-report.ts';

/** A tested product by its PlasticList number, `93` or `0093`; undefined where there is none. */
export async function findTestedReport(originalId: string): Promise<TestedReport | undefined> {
  return (await findReportWithCards(originalId))?.report;
}

/** The same with its report card, worked out for every reference person. */
export async function findReportWithCards(
  originalId: string,
): Promise<{ report: TestedReport; cards: ReportCards } | undefined> {
  const id = originalIdOf(originalId);
  if (id === undefined) return undefined;
  const [[row], samples, revisions] = await Promise.all([
    db().select().from(testedProducts).where(eq(testedProducts.originalId, id)),
    loadSamples(db(), [id]),
    listRevisions(id),
  ]);
  return row && reportOf(row, samples, revisions);
}

/** A product's report and cards from its row and its samples, which are in order. */
export function reportOf(
  row: typeof testedProducts.$inferSelect,
  samples: readonly Pick<StoredSample, 'sampleId' | 'lot' | 'measurements'>[],
  revisions: Revision[],
): { report: TestedReport; cards: ReportCards } {
  const report: TestedReport = {
    original_id: paddedId(row.originalId),
    name: row.name,
    serving_size_g: row.servingSizeG ?? 0,
    samples: samples.map(reportSample),
    tags: row.tags,
    collection_notes: row.collectionNotes,
    product_url: null,
    risk: riskLevelRow(row),
    funded_product_id: row.productId,
    revisions,
  };
  const measurements = samples.map((sample) => sample.measurements);
  return { report, cards: reportCards(row.originalId, row.servingSizeG, measurements) };
}

/** Every publication of a product's results, the latest first. */
export async function listRevisions(originalId: number): Promise<Revision[]> {
  const { number, publishedAt, reason } = resultRevisions;
  const rows = await db()
    .select({ number, publishedAt, reason })
    .from(resultRevisions)
    .where(eq(resultRevisions.originalId, originalId))
    .orderBy(desc(number));
  return rows.map((row) => ({
    number: row.number,
    published_at: row.publishedAt.toISOString(),
    reason: row.reason,
  }));
}

function reportSample({
  sampleId,
  lot,
  measurements,
}: Pick<StoredSample, 'sampleId' | 'lot' | 'measurements'>): ReportSample {
  const concentrations = Object.fromEntries(
    chemicals.map(({ key }) => [`${key}_ng_g`, concentrationOf(measurements[key])]),
  );
  return {
    id: sampleId,
    name: DEFAULT_SAMPLE_NAME,
    lot_number: lot,
    test_results: [{ lot_number: lot, ...concentrations } as TestResult],
  };
}

/** What a measurement reads at the edge; see `Concentration`. */
export function concentrationOf(measurement: Measurement | undefined): Concentration {
  if (!measurement || measurement.status === 'not_tested') return null;
  const { status, valueNgG, loqNgG } = measurement;
  if (status === 'below_loq') return `<${loqNgG}`;
  if (status === 'above_range') return `>${valueNgG}`;
  return status === 'ok' ? valueNgG : 'ND';
}
