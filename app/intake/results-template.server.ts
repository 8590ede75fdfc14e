import { db } from '#app/database/db.server.ts';
import { expectedSamples } from '#app/testing/publish-samples.server.ts';
import { provenanceOf } from '#app/results/sample-columns.ts';
import { panelOfTest } from '#app/catalogue/panel-of-test.server.ts';
import { substanceColumns } from '#app/intake/lab-file/lab-columns.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';

/** How many samples a template has lines for where none is recorded yet. */
const USUAL_SAMPLES = 3;

/**
 * A table for a laboratory to fill in: the product's samples, named by its code, with their lots as
 * the desk knows them, and a column for each substance of its panel.
 */
export async function resultsTemplate(productId: number): Promise<string[][]> {
  const panel = (await panelOfTest(productId)) ?? 'plastics';
  const known = (await expectedSamples(db(), [productId])).get(productId) ?? [];
  const samples =
    known.length > 0
      ? known
      : Array.from({ length: USUAL_SAMPLES }, (_, at) => ({ number: at + 1, lot: null }));
  const header = [...statedOf(panel), ...substanceColumns(panel)];
  const lines = samples.map(({ number, lot }) => {
    const known = new Map([
      ['sample', `${productId}-${number}`],
      ['type', 'sample'],
      ['lot_no', lot ?? ''],
    ]);
    return header.map((column) => known.get(column) ?? '');
  });
  return [header, ...lines];
}

/** A control is a line of its own: `type` says what it is, and `of` the sample that it was made of. */
function statedOf(panel: PanelKey): string[] {
  const methods = provenanceOf(panel).filter((column) => column.startsWith('analysis_method_'));
  const facts = ['lot_no', 'laboratory', 'accreditation', ...methods];
  return ['sample', 'type', 'of', ...facts, 'unit', 'limit_kind', 'basis'];
}
