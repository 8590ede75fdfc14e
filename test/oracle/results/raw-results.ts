import { readFileSync } from 'node:fs';

/** A family of chemicals, as the rows' columns are summed. */
export type RawFamily = 'phthalates' | 'bisphenols' | 'substitutes';
export const RAW_FAMILIES: readonly RawFamily[] = ['phthalates', 'bisphenols', 'substitutes'];

/** What is known of an amount: at least, at most (`Infinity` where nobody knows), best estimate. */
export interface Known {
  lower: number;
  estimate: number;
  upper: number;
}

/** Who eats: body weight in kilograms, servings a day. */
export interface Person {
  kg: number;
  servings: number;
}

export const PERSONS = {
  child: { kg: 14, servings: 1 },
  adult: { kg: 70, servings: 1 },
  baby: { kg: 5, servings: 6 },
} as const satisfies Record<string, Person>;

/** What a chemical weighs in its family's sum (EFSA 2019 for phthalates; the site's for the rest). */
const WEIGHTS: Record<RawFamily, Record<string, number>> = {
  phthalates: { DEHP: 1, DBP: 5, BBP: 0.1, DINP: 0.3 },
  bisphenols: { BPA: 1, BPS: 1, BPF: 1 },
  substitutes: { DEHT: 1, DEHA: 3.33, DINCH: 1 },
};

/** What is tested for and counts toward no limit of its family. */
const BESIDE: Record<RawFamily, readonly string[]> = {
  phthalates: ['DIDP', 'DEP', 'DMP', 'DIBP', 'DNHP', 'DCHP', 'DNOP'],
  bisphenols: [],
  substitutes: ['DIDA'],
};

/** The chemical whose own limit a family's sum borrows; null where the limit is of the sum itself. */
const OWNERS: Record<RawFamily, string | null> = {
  phthalates: null,
  bisphenols: 'BPA',
  substitutes: 'DEHT',
};

/** Whose limits a result is held against. */
export type Authority = 'EFSA' | 'BfR' | 'EPA';

/** Nanograms per kilogram of body weight a day, of a family's sum. */
const SUM_LIMITS: Record<Authority, Partial<Record<RawFamily, number>>> = {
  EFSA: { phthalates: 50_000, bisphenols: 0.2, substitutes: 1_000_000 },
  BfR: { bisphenols: 200 },
  EPA: { bisphenols: 50_000 },
};

/** The same of single chemicals, where the EPA rules on no sum. */
const EPA_DOSES: Partial<Record<RawFamily, Record<string, number>>> = {
  phthalates: { DEHP: 20_000, DBP: 100_000, BBP: 200_000, DEP: 800_000 },
  substitutes: { DEHA: 600_000 },
};

/** Their supplier removed a source of bisphenols since: not rated. */
const NOT_RATED = new Set([92, 93, 94]);

/** A tested product with the raw cells of its samples. */
export interface RawProduct {
  id: number;
  name: string;
  tags: readonly string[];
  servingG: number;
  samples: readonly RawSample[];
}

/** A sample's cells by chemical, as they stand in the file: `12`, `<5`, `>60000`, `NO RESULT`. */
type RawSample = Readonly<Record<string, string>>;

/** The tested products of a file in PlasticList's columns, by number. */
export function readRaw(file = 'db/data/plasticlist/samples.tsv'): Map<number, RawProduct> {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean);
  const columns = head.split('\t');
  const rows = lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]?.trim() ?? '']));
  });
  const byProduct = Map.groupBy(rows, (row) => Number(row.product_id));
  return new Map(
    [...byProduct].map(([id, own]) => {
      const [{ product = '', tags = '', serving_size_g = '' } = {}] = own;
      const samples = own.map((row) =>
        Object.fromEntries(
          columns.flatMap((column) => {
            const [, chemical] = /^(\w+)_ng_g$/.exec(column) ?? [];
            return chemical ? [[chemical, row[column] ?? '']] : [];
          }),
        ),
      );
      const named = { name: product, tags: tags.split(',').map((tag) => tag.trim()) };
      return [id, { id, ...named, servingG: Number(serving_size_g), samples }];
    }),
  );
}

/** Whether a family of a product may be rated. */
export function isRated({ id, servingG }: RawProduct, family: RawFamily): boolean {
  return servingG > 0 && !(family === 'bisphenols' && NOT_RATED.has(id));
}

/** A cell in ng/g; null where it has no result. */
function cellOf(text = ''): { low: number; high: number; isFound: boolean } | null {
  const [, sign, figure] = /^([<>]?)([\d.]+)$/.exec(text) ?? [];
  if (figure === undefined) return null;
  const value = Number(figure);
  if (sign === '<') return { low: 0, high: value, isFound: false };
  return { low: value, high: sign === '>' ? Infinity : value, isFound: true };
}

/** Sums by sample, or by the samples of a product: ranks ask for each hundreds of times. */
const sums = new WeakMap<object, Map<RawFamily, Known>>();

/** A chemical's mean over samples in ng/g; null where none has a result. */
function meanOf(chemical: string, samples: readonly RawSample[]): Known | null {
  const cells = samples.flatMap((sample) => cellOf(sample[chemical]) ?? []);
  if (cells.length === 0) return null;
  const isSeen = cells.some(({ isFound }) => isFound);
  const mean = (of: (cell: (typeof cells)[number]) => number) =>
    cells.reduce((total, cell) => total + of(cell), 0) / cells.length;
  return {
    lower: mean(({ low }) => low),
    estimate: mean(({ low, high, isFound }) => (isFound ? low : isSeen ? high / 2 : 0)),
    upper: mean(({ high }) => high),
  };
}

/** Whether a sample has a result for anything that counts toward a family's sum. */
export function isTestedFor(family: RawFamily, sample: RawSample): boolean {
  return Object.keys(WEIGHTS[family]).some((chemical) => cellOf(sample[chemical]) !== null);
}

/** A family's weighted sum in ng/g; what was never tested may be there in any amount. */
function sumOf(family: RawFamily, samples: readonly RawSample[]): Known {
  const key = samples.length === 1 ? samples[0]! : samples;
  const known = sums.get(key) ?? new Map<RawFamily, Known>();
  const before = known.get(family);
  if (before) return before;
  const sum = { lower: 0, estimate: 0, upper: 0 };
  for (const [chemical, weight] of Object.entries(WEIGHTS[family])) {
    const mean = meanOf(chemical, samples) ?? { lower: 0, estimate: 0, upper: Infinity };
    sum.lower += weight * mean.lower;
    sum.estimate += weight * mean.estimate;
    sum.upper += weight * mean.upper;
  }
  sums.set(key, known.set(family, sum));
  return sum;
}

const percent = (ngG: Known, { servingG }: RawProduct, { kg, servings }: Person, limit: number) => {
  const factor = (100 * servingG * servings) / (limit * kg);
  const { lower, estimate, upper } = ngG;
  return { lower: lower * factor, estimate: estimate * factor, upper: upper * factor };
};

/** A family of a product in percent of EFSA's limit. */
export function percentOf(product: RawProduct, family: RawFamily, person: Person): Known {
  return percent(sumOf(family, product.samples), product, person, SUM_LIMITS.EFSA[family]!);
}

/** The same of each sample alone. */
export function samplePercents(product: RawProduct, family: RawFamily, person: Person): Known[] {
  return product.samples.map((sample) =>
    percent(sumOf(family, [sample]), product, person, SUM_LIMITS.EFSA[family]!),
  );
}

/** What of a family's own substances that count toward its limit was found, by abbreviation. */
export function foundOf({ samples }: RawProduct, family: RawFamily): string[] {
  return Object.keys(WEIGHTS[family]).filter((one) => (meanOf(one, samples)?.lower ?? 0) > 0);
}

/** The same of what counts toward nothing. */
export function besideOf({ samples }: RawProduct, family: RawFamily): string[] {
  return BESIDE[family].filter((one) => (meanOf(one, samples)?.lower ?? 0) > 0);
}

/** Under one authority: `own` for sure over by the limit's own substance, `sum` only if others count as it. */
export type Stand = 'within' | 'own above' | 'sum above' | 'open';

/** Where a family of a product stands under an authority; null where that has no limit for it. */
export function standOf(
  product: RawProduct,
  family: RawFamily,
  person: Person,
  authority: Authority,
): Stand | null {
  const limit = SUM_LIMITS[authority][family];
  if (limit !== undefined) {
    const sum = percent(sumOf(family, product.samples), product, person, limit);
    if (sum.upper <= 100) return 'within';
    const owner = OWNERS[family];
    const own = owner === null ? sum : ofOne(owner, product, person, limit);
    if (own.lower > 100) return 'own above';
    return sum.lower > 100 ? 'sum above' : 'open';
  }
  const doses = authority === 'EPA' ? EPA_DOSES[family] : undefined;
  if (!doses) return null;
  const each = Object.entries(doses).map(([one, dose]) => ofOne(one, product, person, dose));
  if (each.some(({ lower }) => lower > 100)) return 'own above';
  return each.every(({ upper }) => upper <= 100) ? 'within' : 'open';
}

/** Each of the EPA's doses for single chemicals of a family, in percent; none where it rules on none. */
export function dosePercents(product: RawProduct, family: RawFamily, person: Person): Known[] {
  return Object.entries(EPA_DOSES[family] ?? {}).map(([one, dose]) =>
    ofOne(one, product, person, dose),
  );
}

/** What of a family is within a limit, as sentences say it; null where its mean is not. */
export type Held = 'for certain' | 'in the one sample tested' | 'on average';
export function heldOf(
  product: RawProduct,
  family: RawFamily,
  person: Person,
  authority: Authority,
): Held | null {
  if (standOf(product, family, person, authority) !== 'within') return null;
  const tested = product.samples.filter((sample) => isTestedFor(family, sample));
  const isEach = tested.every(
    (sample) => standOf({ ...product, samples: [sample] }, family, person, authority) === 'within',
  );
  if (!isEach) return 'on average';
  return tested.length > 1 ? 'for certain' : 'in the one sample tested';
}

/** A family's sum in percent of an authority's limit; null where that has none for the sum. */
export function sumPercent(
  product: RawProduct,
  family: RawFamily,
  person: Person,
  authority: Authority,
): Known | null {
  const limit = SUM_LIMITS[authority][family];
  return limit === undefined
    ? null
    : percent(sumOf(family, product.samples), product, person, limit);
}

/** The percent of a limit that a family's own substance takes up alone; the sum's where it is the sum's. */
export function ownPercent(
  product: RawProduct,
  family: RawFamily,
  person: Person,
  authority: Authority = 'EFSA',
): Known | null {
  const [owner, limit] = [OWNERS[family], SUM_LIMITS[authority][family]];
  if (limit === undefined) return null;
  if (owner === null) return sumPercent(product, family, person, authority);
  return ofOne(owner, product, person, limit);
}

function ofOne(chemical: string, product: RawProduct, person: Person, limit: number): Known {
  const mean = meanOf(chemical, product.samples) ?? { lower: 0, estimate: 0, upper: Infinity };
  return percent(mean, product, person, limit);
}

/** Low below 2.5 percent, Medium below 7.5, else High. */
export function levelOf(percentOfLimit: number): 'Low' | 'Medium' | 'High' {
  if (percentOfLimit < 2.5) return 'Low';
  return percentOfLimit < 7.5 ? 'Medium' : 'High';
}
