import { db } from '#app/platform/database/db.server.ts';
import { concentrationColumn } from '#app/results/sample-columns.ts';
import { expectedSamples } from '#app/testing/checked-samples.server.ts';
import { datasetChemicals } from '#app/toxicology/chemicals.ts';

/** How many samples a template has lines for where none is recorded yet. */
const USUAL_SAMPLES = 3;

/**
 * A table for a laboratory to fill in: the product's samples with their lots as the desk knows them,
 * and a column for each chemical, as comma-separated text. It is read again as it stands.
 */
export async function resultsTemplate(productId: number): Promise<string> {
  const known = (await expectedSamples(db(), [productId])).get(productId) ?? [];
  const samples =
    known.length > 0
      ? known
      : Array.from({ length: USUAL_SAMPLES }, (_, at) => ({ number: at + 1, lot: null }));
  const columns = datasetChemicals.map(({ key }) => concentrationColumn(key));
  const header = ['id', 'lot_no', 'laboratory', 'analysis_method_phthalates'];
  const rest = ['analysis_method_bisphenols', 'accreditation', ...columns];
  const lines = samples.map(({ number, lot }) =>
    [
      `${productId}-${number}`,
      lot ?? '',
      ...Array<string>(header.length - 2 + rest.length).fill(''),
    ]
      .map(quoted)
      .join(','),
  );
  return [[...header, ...rest].join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

/** A cell between commas; one that a spreadsheet would take for a formula is text. */
function quoted(cell: string): string {
  const safe = /^[=+\-@]/.test(cell) ? `'${cell}` : cell;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
