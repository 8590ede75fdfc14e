import { and, eq, ne } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { expectedSamples } from '#app/testing/checked-samples.server.ts';
import { chemicalColumns } from '#app/intake/lab-file/lab-columns.ts';
import { products } from '#db/schema.ts';

/** As `planPublication` refuses results of it. */
export const NO_TEMPLATE = 'Results of such a test can’t be published yet.';

/** How many samples a template has lines for where none is recorded yet. */
const USUAL_SAMPLES = 3;

/**
 * A table for a laboratory to fill in: the product's samples, named by its code, with their lots as
 * the desk knows them, and a column for each chemical. Undefined of a test for another panel than plastics.
 */
export async function resultsTemplate(productId: number): Promise<string[][] | undefined> {
  const isOther = and(eq(products.id, productId), ne(products.panel, 'plastics'));
  if ((await db().$count(products, isOther)) > 0) return undefined;
  const known = (await expectedSamples(db(), [productId])).get(productId) ?? [];
  const samples =
    known.length > 0
      ? known
      : Array.from({ length: USUAL_SAMPLES }, (_, at) => ({ number: at + 1, lot: null }));
  const header = [...stated, ...chemicalColumns];
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
const stated = [
  'sample',
  'type',
  'of',
  'lot_no',
  'laboratory',
  'accreditation',
  'analysis_method_phthalates',
  'analysis_method_bisphenols',
  'unit',
  'limit_kind',
  'basis',
];
