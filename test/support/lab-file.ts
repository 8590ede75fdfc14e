import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { compareProduct, type ProductChange } from '#app/results/samples/product-change.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { substanceColumns } from '#app/intake/lab-file/lab-columns.ts';
import type { Cells } from './samples-file.ts';

const stated: Cells = { type: 'sample', unit: 'ng/g', limit_kind: 'LOQ', basis: 'as received' };
const leading = ['sample', 'type', 'of', 'lot_no', 'unit', 'limit_kind', 'basis'];

/** What a file has results of: metals where a line has some. */
function substancesOf(rows: readonly Cells[]): string[] {
  if (!rows.some((cells) => 'Pb' in cells)) return substanceColumns('plastics');
  return [...substanceColumns('metals'), ...(rows.some((cells) => 'iAs' in cells) ? ['iAs'] : [])];
}

/** The template filled in, a line for each sample: where a cell is not given, nothing was found. */
export function wideFile(...rows: readonly Cells[]): string {
  const header = [...leading, ...substancesOf(rows)];
  const lines = rows.map((cells) =>
    header.map((one) => cells[one] ?? stated[one] ?? (leading.includes(one) ? '' : '<10')),
  );
  return [header, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

/** The same with a line for each result, and the limit in a column of its own. */
export function longFile(...rows: readonly Cells[]): string {
  const header = [...leading, 'chemical', 'cas', 'result', 'limit'];
  const lines = rows.flatMap((cells) =>
    substancesOf(rows).map((chemical) => {
      const result = cells[chemical] ?? 'ND';
      const limit = /^<(.+)/.exec(result)?.[1] ?? cells.limit ?? '10';
      const own: Cells = { ...stated, ...cells, chemical, result, limit };
      return header.map((one) => own[one] ?? '');
    }),
  );
  return [header, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

/** What a file says, beside what is published. */
export function reading(text: string, before?: string) {
  const [read, published] = [readLabFile(text), before ? parseSamplesFile(before) : undefined];
  if (!read.ok) return undefined;
  const was = published?.ok ? productsOf(published.samples) : [];
  const products = productsOf(read.samples);
  const changes = products.map((product): ProductChange => {
    const own = was.find(({ originalId }) => originalId === product.originalId);
    return { ...compareProduct(own, product), revision: 1, isCorrection: own !== undefined };
  });
  return { ...read, products, changes, eaten: new Map() };
}
