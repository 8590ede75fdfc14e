import type { Bounds } from '#app/toxicology/bounds.ts';
import { chemicals, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { FamilyFigure } from '#app/results/answers/answer.ts';
import { ratedFigure, reportTiles } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { measurementsOf, type FileProduct } from './file-products.ts';
import { metalsSaid, type Eaten } from './metals-said.ts';
import { impliedColumns } from '#app/results/sample-columns.ts';
import { sampleCells } from './samples-text.ts';
import { panelOfSample, type Sample } from './sample-row.ts';

/** What something is and what a file makes of it; null where there is none. */
interface Step<T> {
  before: T | null;
  after: T | null;
}

/** Of one chemical: its mean in ng/g, and one serving a day in percent of the EFSA limit. */
export interface ChemicalFigure {
  mean: Bounds;
  /** null where no limit is set or the serving size is unknown. */
  percent: Bounds | null;
}

export type CellChange = ReturnType<typeof compareCells>[number];

/** What a file makes of one product's published results. */
export interface ProductChange extends ReturnType<typeof compareProduct> {
  /** The revision that publication makes; null where these results are the published ones. */
  revision: number | null;
  /** Results are published already and differ: a reason has to be given. */
  isCorrection: boolean;
}

/** Compares a file's word on a product with what is published of it, if anything is; `eaten` of one for metals. */
export function compareProduct(before: FileProduct | undefined, after: FileProduct, eaten?: Eaten) {
  const isMetals = after.samples.some((sample) => panelOfSample(sample).key === 'metals');
  const was = before && !isMetals ? childFigures(before) : undefined;
  const is = isMetals ? undefined : childFigures(after);
  const figure = (of: typeof was, key: ChemicalKey) => of?.chemicals.get(key) ?? null;
  return {
    originalId: after.originalId,
    name: { before: before?.name ?? null, after: after.name },
    /** Grams; null where unknown, too. */
    servingG: { before: before?.servingSizeG ?? null, after: after.servingSizeG },
    /** How many samples the file has. */
    sampleCount: after.samples.length,
    samples: compareSamples(before?.samples ?? [], after.samples),
    /** Every chemical that either has a result for, changed or not, in the order of results. */
    chemicals: chemicals
      .map(({ key }) => ({ key, before: figure(was, key), after: figure(is, key) }))
      .filter(({ before: old, after: fresh }) => old || fresh),
    /** All of them, changed or not; none of a test for metals, nor chemicals. */
    families: families.flatMap(({ key: family }) =>
      is ? { family, before: was?.families[family] ?? null, after: is.families[family] } : [],
    ),
    ...(isMetals && {
      /** What its results say. */
      metals: {
        before: before ? metalsSaid(before, eaten) : null,
        after: metalsSaid(after, eaten),
      },
    }),
  };
}

/** Whether a figure is not what it was. */
export function isChanged<T>({ before, after }: Step<T>): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** What a product comes to for a child, as the tested list states it. */
export function childFigures(product: FileProduct) {
  const { originalId, servingSizeG } = product;
  const tiles = reportTiles(originalId, servingSizeG, measurementsOf(product), defaultViewpoint);
  const shares = tiles.flatMap((tile) => tile.shares);
  return {
    chemicals: new Map<ChemicalKey, ChemicalFigure>(
      shares.map(({ chemical, meanNgG: mean, percent }) => [chemical, { mean, percent }]),
    ),
    families: Object.fromEntries(tiles.map((tile) => [tile.family, ratedFigure(tile)])) as Record<
      Family,
      FamilyFigure
    >,
  };
}

function compareSamples(before: readonly Sample[], after: readonly Sample[]) {
  const old = new Map(before.map((sample) => [sample.id, sample]));
  const remaining = new Set(after.map((sample) => sample.id));
  return {
    /** Ids, in order. */
    added: after.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !remaining.has(id)).map(({ id }) => id),
    changed: after.flatMap((sample) => {
      const was = old.get(sample.id);
      const cells = was ? compareCells(sampleCells(was), sampleCells(sample)) : [];
      return cells.length > 0 ? [{ id: sample.id, cells }] : [];
    }),
  };
}

function compareCells(before: Map<string, string>, after: Map<string, string>) {
  return (
    [...new Set([...before.keys(), ...after.keys()])]
      // Said once of the product, not of each of its samples.
      .filter((column) => !impliedColumns.includes(column))
      .map((column) => ({
        column,
        before: before.get(column) ?? '',
        after: after.get(column) ?? '',
      }))
      .filter((cell) => cell.before !== cell.after)
  );
}
