import { createHash } from 'node:crypto';
import { answerOf } from '#app/results/answers/answer.ts';
import { concentrationColumn } from '#app/results/sample-columns.ts';
import { usedSamples, type FileProduct } from '#app/results/samples/file-products.ts';
import { childFigures, type ProductChange } from '#app/results/samples/product-change.ts';
import { isCalled, type Sample } from '#app/results/samples/sample-row.ts';
import { metalsSaid, type Eaten } from '#app/results/samples/metals-said.ts';
import { chemicalOf, isChemicalKey } from '#app/toxicology/chemicals.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { abbreviationOf, type SubstanceKey } from '#app/toxicology/panels/panels.ts';
import type { WrittenResult } from '#app/intake/lab-file/read-lab-file.ts';
import { saysTheSame } from '#app/intake/lab-file/read-result.ts';

/** Results that are typed again before they are published; of them by lot, at least. */
const CELLS = { all: 18, byLot: 4 };
/** A decimal point that slips, and a zero too many, make ten times of a result, or a tenth. */
const SLIP_TIMES = 10;
/** What one unit is of another. */
const UNIT_TIMES = 1_000;

/** What a file says of the products that it changes. */
interface Changing {
  products: readonly FileProduct[];
  changes: readonly ProductChange[];
  eaten: ReadonlyMap<number, Eaten>;
}

/**
 * Results of a file to be typed again from the laboratory's paper, the same ones for each look at an
 * upload: a slip in carrying figures from paper into a file shows nowhere else. First come those that a
 * correction changes, those that would make a level another one if they had slipped, and what was found,
 * the largest first; then others by lot.
 */
export function cellsToType(
  uploadId: string,
  written: readonly WrittenResult[],
  changing: Changing,
) {
  const changed = new Set(
    changing.changes.flatMap(({ samples }) =>
      samples.changed.flatMap(({ id, cells }) => cells.map(({ column }) => `${column} ${id}`)),
    ),
  );
  const lot = ({ sample, key }: WrittenResult) =>
    createHash('sha256').update(`${uploadId} ${sample} ${key}`).digest('hex');
  const ranked = written
    .map((cell) => ({ cell, lot: lot(cell), ...weigh(cell, changing, changed) }))
    .toSorted((a, b) => a.rank - b.rank || b.ngG - a.ngG || (a.lot < b.lot ? -1 : 1));
  const first = ranked.filter(({ rank }) => rank < BY_LOT).slice(0, CELLS.all - CELLS.byLot);
  const others = ranked
    .filter((one) => !first.includes(one))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, CELLS.all - first.length);
  return [...first, ...others].map(({ cell: { sample, key, text, unit } }) => ({
    /** Its field's. */
    name: `typed-${key}-${sample}`,
    label: `${abbreviationOf(key)} of ${sample}, in ${unit}`,
    text,
  }));
}

/** The labels of those that were typed otherwise than the file has them, or not at all. */
export function wronglyTyped(
  cells: ReturnType<typeof cellsToType>,
  typed: ReadonlyMap<string, string>,
): string[] {
  return cells
    .filter(({ name, text }) => !saysTheSame(typed.get(name) ?? '', text))
    .map(({ label }) => label);
}

const BY_LOT = 3;

/** 0: changed; 1: decides a level; 2: found; 3: none of them. Among equals, the larger come first. */
function weigh(
  { sample: name, key }: WrittenResult,
  { products, eaten }: Changing,
  changed: Set<string>,
) {
  const isIt = (one: Sample) => isCalled(one, name);
  const product = products.find(({ samples }) => samples.some(isIt));
  const sample = product?.samples.find(isIt);
  const measured = sample?.measurements[key];
  if (!product || !sample || !measured) return { rank: BY_LOT, ngG: 0 };
  const ngG = measured.valueNgG ?? 0;
  if (changed.has(`${concentrationColumn(key)} ${sample.id}`)) return { rank: 0, ngG };
  if (isDeciding(product, sample, key, measured, eaten.get(product.originalId)))
    return { rank: 1, ngG };
  return { rank: ngG > 0 ? 2 : BY_LOT, ngG };
}

/**
 * Whether a product would read otherwise if one result of it were ten times as much, or a tenth; of metals,
 * which are written in mg/kg and in µg/kg, a thousand times, too.
 */
function isDeciding(
  product: FileProduct,
  sample: Sample,
  key: SubstanceKey,
  was: Measurement,
  eaten: Eaten | undefined,
) {
  if (usedSamples([sample]).length === 0) return false;
  const wordsIf = (times: number) => {
    const scaled = (ngG: number | null) => (ngG === null ? null : ngG * times);
    const measured = { ...was, valueNgG: scaled(was.valueNgG), loqNgG: scaled(was.loqNgG) };
    const scaledTo = { ...sample, measurements: { ...sample.measurements, [key]: measured } };
    const samples = product.samples.map((one) => (one === sample ? scaledTo : one));
    if (!isChemicalKey(key)) {
      const { verdicts } = metalsSaid({ ...product, samples }, eaten);
      return verdicts.map(({ limit, verdict }) => limit.id + verdict).join();
    }
    const { word, could, tag } = answerOf(
      childFigures({ ...product, samples }).families[chemicalOf(key).family],
    );
    return [word, could, tag].join();
  };
  const now = wordsIf(1);
  const slips = isChemicalKey(key) ? [SLIP_TIMES] : [SLIP_TIMES, UNIT_TIMES];
  return slips.some((times) => wordsIf(times) !== now || wordsIf(1 / times) !== now);
}
