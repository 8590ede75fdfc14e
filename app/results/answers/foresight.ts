import { capitalized, listed } from '#app/kit/text.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { personText, servingsText, specChild } from './eater.ts';
import { allCounted, ofLimit } from './percent-text.ts';
import { reportTiles } from './report-cards.ts';
import { certainText, HOLDS } from './limit-words.ts';
import { defaultViewpoint } from './viewpoint.ts';

/**
 * The limits of quantification, ng/g, that most samples of PlasticList's data have (a test counts them):
 * what a test here will see, as long as no laboratory says otherwise.
 */
export const USUAL_LOQ_NG_G = {
  dehp: 10,
  dbp: 10,
  bbp: 5,
  dinp: 1,
  dep: 10,
  bpa: 1,
  bps: 1,
  bpf: 1,
  deht: 50,
  deha: 10,
  dinch: 1,
} as const satisfies Partial<Record<ChemicalKey, number>>;

const nothingFound: SampleMeasurements = Object.fromEntries(
  Object.entries(USUAL_LOQ_NG_G).map(([key, loqNgG]) => [
    key,
    { status: 'below_loq', valueNgG: null, loqNgG, reported: `<${loqNgG}` },
  ]),
);

/**
 * What a test of a product will be able to tell of a serving in grams, known before it is paid for:
 * `…, it can tell low from high in phthalates and substitutes. Of bisphenols …`. Null where the serving is unknown.
 */
export function foresightText(servingG: number | null): string | null {
  if (!servingG || servingG <= 0) return null;
  const tiles = reportTiles(0, servingG, [nothingFound], defaultViewpoint);
  const clear = tiles.filter((tile) => !tile.upperRaisesLevel);
  const names = (some: typeof tiles) =>
    listed(some.map(({ family }) => familyOf(family).name.toLowerCase()));
  const lead = `For ${personText(specChild.weightKg)} who has ${servingsText(1, servingG)}`;
  const where = clear.length === families.length ? 'every family' : names(clear);
  const seen = clear.length > 0 ? [`it can tell low from high in ${where}`] : [];
  const blind = tiles
    .filter((tile) => tile.upperRaisesLevel)
    .map((tile) => {
      const certain = certainText(tile)?.replace(HOLDS.one_sample, HOLDS.every_sample);
      const { whoseLimit } = familyOf(tile.family);
      const upper = tile.percent?.upper ?? 0;
      const most = ofLimit(upper, whoseLimit) + allCounted(upper, whoseLimit);
      const below = `of ${names([tile])} it sees nothing below ${most}`;
      return certain ? `${below}, but if it finds none, that is ${certain}` : below;
    });
  const [first = '', ...more] = [...seen, ...blind];
  return `${lead}, ${[first, ...more.map(capitalized)].join('. ')}.`;
}
