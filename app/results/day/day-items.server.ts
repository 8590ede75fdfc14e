import { variantOf } from '#app/catalogue/comparable.ts';
import { fundingStands } from '#app/catalogue/funding-words.ts';
import { kindNameOf, kindOf } from '#app/catalogue/kinds.ts';
import { productsByCode } from '#app/catalogue/product-row.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db } from '#app/database/db.server.ts';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { contendersOf } from '#app/results/rank/ranked-kind.server.ts';
import { isLower, standingsOf } from '#app/results/rank/standings.ts';
import { loadSamples } from '#app/results/read/load-samples.server.ts';
import {
  allTested,
  itemOfTested,
  ownAssessment,
  type TestedRow,
} from '#app/results/read/risk-levels.server.ts';
import { mostOf, type Bounds } from '#app/toxicology/bounds.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { families } from '#app/toxicology/families.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import * as figures from '#app/toxicology/product-figures.ts';
import { notChosenKinds } from '#db/data/comparable.ts';
import { shownAmount, type DayItem, type DaySwap } from './day-schema.ts';

/**
 * What a day needs to know of these reports and products to fund, in this order, without what there is
 * not. A test is of an item: what its sister measured is of it, too.
 */
export async function dayItems(ids: readonly number[]): Promise<DayItem[]> {
  const [tested, toFund] = [await allTested(), await productsByCode(ids.map((id) => ({ id })))];
  const asked = ids.flatMap((id) => {
    const product = toFund.find((one) => one.id === id);
    const own = tested.find(({ originalId }) => originalId === id);
    if (!own && !product) return [];
    const item = own ? itemOfTested(own) : (product?.item ?? id);
    const row = own ?? tested.find((one) => itemOfTested(one) === item);
    const [name, says] = own
      ? [own.name, ownAssessment(own).sentence]
      : [testName(product!), fundingStands(product!)]; // one of the two is there
    const serving_g = row?.servingSizeG ?? product?.serving_size_g ?? null;
    return { known: { id, name, says, serving_g }, item, row };
  });
  // By number, so that of the rounds of an item the latest stays.
  const metals = new Map((await metalResults()).map((one) => [one.item, one]));
  const found = asked.map(async ({ known, item, row }): Promise<DayItem> => {
    const plastics = row && (await plasticsOf(row));
    const metal = metals.get(item);
    const ofMetals = Object.entries(metal?.amounts ?? {});
    return {
      ...known,
      item: variantOf(item)?.item ?? item,
      report: row?.originalId ?? null,
      tags: row?.tags ?? [],
      kind: kindNameOf(item),
      as_fed_per_g: metal?.portion.asFedPerG ?? null,
      amounts: {
        ...plastics?.amounts,
        ...Object.fromEntries(ofMetals.map(([form, one]) => [form, shownAmount.parse(one)])),
      },
      swaps: plastics?.swaps ?? [],
    };
  });
  return Promise.all(found);
}

/** Worked out once for a version of what is published. */
async function plasticsOf(row: TestedRow): Promise<Pick<DayItem, 'amounts' | 'swaps'>> {
  const { originalId: id } = row;
  return cached(`day of ${id} ${await contentVersion()}`, 3_600, async () => {
    const samples = (await loadSamples(db(), [id])).map(({ measurements }) => measurements);
    const means = [samples, ...samples.map((sample) => [sample])].map(figures.chemicalMeans);
    const amounts = [
      ...families
        .filter(({ key }) => !figures.notRatedFamilies(id).includes(key))
        .map(({ key }) =>
          amountOf(
            key,
            means.map((one) => figures.equivalents(key, one).equivalentNgG),
          ),
        ),
      ...chemicals.map(({ key }) =>
        amountOf(
          key,
          means.map((one) => one[key]),
        ),
      ),
    ];
    return { amounts: Object.fromEntries(amounts.flat()), swaps: await swapsFor(row) };
  });
}

/** Of the mean and each sample, what there is at least and at most; of what was tested. */
function amountOf(key: string, [mean, ...samples]: (Bounds | null | undefined)[]) {
  if (!mean) return [];
  const own = samples.flatMap((one) => one ?? []);
  const ended = (most: number) => (Number.isFinite(most) ? most : null);
  const upperNgG = ended(mostOf(mean));
  const highestUpperNgG = ended(Math.max(...[mean, ...own].map(mostOf)));
  return [[key, { lowerNgG: mean.lower, upperNgG, highestUpperNgG, samples: own.length }]] as const;
}

/**
 * What of its kind is lower than it for certain, or in every sample, and higher in nothing: neither a
 * variant, nor in another state, nor known to be over a limit.
 */
async function swapsFor(row: TestedRow): Promise<DaySwap[]> {
  const kind = kindOf(itemOfTested(row));
  const all = kind && !notChosenKinds.includes(kind.key) ? await contendersOf(kind) : [];
  const own = all.find(({ id }) => id === row.originalId);
  return all.flatMap((one) => {
    const standings = own ? standingsOf(one, [own]) : [];
    if (one.isOver || !isLower(standings)) return [];
    return standings.flatMap(({ family, strength }): DaySwap | [] => {
      if (strength !== 'certain' && strength !== 'every_sample') return [];
      const less_percent = own!.spreads[family]!.lower - one.spreads[family]!.upper; // both stand
      return less_percent > 0 ? { id: one.id, name: one.name, family, strength, less_percent } : [];
    });
  });
}
