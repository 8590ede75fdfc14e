import { counted } from '#app/kit/text.ts';
import { usedSamples, type FileProduct } from '#app/results/samples/file-products.ts';
import { headlineChanges } from '#app/results/samples/headline-changes.ts';
import type { Eaten } from '#app/results/samples/metals-said.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { isCalled, panelOfSample, type Sample } from '#app/results/samples/sample-row.ts';
import type { Registration } from '#app/testing/registration.ts';
import { abbreviationOf, allSubstances, type SubstanceKey } from '#app/toxicology/panels/panels.ts';
import { rangeOf } from '#app/toxicology/metals/amounts.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import type { WrittenResult } from '#app/intake/lab-file/read-lab-file.ts';
import type { Control } from '#app/results/answers/control.ts';

/** ng/g: what tests of other products can usually see of a chemical, their middle limit. */
export type UsualLimits = ReadonlyMap<SubstanceKey, number>;

interface Looked {
  /** What the file says of one product, and what is published of it, if anything is. */
  product: FileProduct;
  before: FileProduct | undefined;
  change: ProductChange;
  usual: UsualLimits;
}

/** Samples of one product rarely differ so much. */
const APART = 100;
/** A limit so many times another is a slip, or another method. */
const LIMIT_TIMES = 10;
/** A thousand is what a wrong unit makes; it is looked for around that. */
const UNIT_TIMES = 300;
/** What has to be recovered of a spike, in percent (EPA SW-846 chapter one gives it as usual). */
const RECOVERY = { least: 70, most: 130 };

/** What a person looks at twice before results of these products are published. */
export function lookTwice(all: readonly Looked[]): string[] {
  const limits = all.flatMap(ofLimits);
  return [
    ...all.flatMap((looked) => {
      const { product, change } = looked;
      const lines = allSubstances.flatMap(({ key, abbreviation }) => [
        ...ofValues(product.samples, key, abbreviation),
        ...ofGaps(product.samples, key, abbreviation),
        ...ofUnits(looked, key, abbreviation),
      ]);
      return [...lines, ...ofLevels(change)].map(
        (text) => `Product ${product.originalId}: ${text}`,
      );
    }),
    ...(limits.length > 0 ? [`These limits are unusually high: ${limits.join('; ')}.`] : []),
  ];
}

/** Names that laboratories give to controls: a sample of one may be published as what it is not. */
const CONTROL_NAME =
  /blank|\bm?blk|spike|dup(?:licate)?\b|\b(?:lcsd?|msd?|qcs?|ccv|icv|crm|srm)\b|control|standard/i;

/** Samples that are named like controls. */
export function lookAtNames(samples: readonly Sample[]): string[] {
  return samples
    .filter(({ id }) => CONTROL_NAME.test(id))
    .map(({ id }) => `${id} is named like a control and is published as a sample.`);
}

/** Samples that are published and count in no figure, each with its reason. */
export function lookAtUnused(samples: readonly Sample[]): string[] {
  const used = new Set(usedSamples(samples).map(({ productId }) => productId));
  const without = [...new Set(samples.map(({ productId }) => productId))];
  return [
    ...samples
      .filter(({ provenance }) => provenance.not_used.trim() !== '')
      .map(({ id, provenance: { not_used: why } }) => `${id} counts in no average: “${why}”`),
    ...without
      .filter((id) => !used.has(id))
      .map((id) => `No sample of product ${id} counts, so its report has no result.`),
  ];
}

/** What a verdict on metals follows from beside the samples. */
const EATEN = [
  ['servingG', 'Serving in grams'],
  ['kind', 'Kind'],
  ['asFedPerG', 'Grams as fed of a gram'],
] as const;

/** How much is eaten, and by whom, where it is not what was registered of a test for metals. */
export function lookAtEaten(
  registered: Partial<Registration>,
  now: Partial<Eaten> & { servingG?: number | null },
): string[] {
  if (!registered.limits) return [];
  return EATEN.flatMap(([key, name]) => {
    const [was, is] = [registered[key] ?? 'unknown', now[key] ?? 'unknown'];
    return was === is ? [] : [`${name}: registered as ${was}, and now ${is}.`];
  });
}

/** A limit of metals that is finer by so much is a slip, or another method. */
const FINER = 20;
/** What becomes ng/g may lose its last digit. */
const ROUNDED = 1 + 1e-9;

/**
 * Limits of metals that are coarser than what was registered, or finer by as much as a slip of the unit or
 * powder as fed makes, and lower numbers that come without one.
 */
export function lookAtLimits(
  samples: readonly Sample[],
  written: readonly WrittenResult[],
  { limits = {}, asFedPerG = FINER }: Pick<Registration, 'limits' | 'asFedPerG'>,
): string[] {
  const odd = written.flatMap(({ sample: name, key, text, unit, limitNgG }) => {
    const own = samples.find((sample) => isCalled(sample, name));
    const registered = limits[abbreviationOf(key)];
    const least = limitNgG ?? own?.measurements[key]?.valueNgG;
    if (!registered || !least) return [];
    const finest = limitNgG === null ? registered : registered / Math.min(FINER, asFedPerG);
    const isUsual = limitNgG === null || least <= registered * ROUNDED;
    if (isUsual && least * ROUNDED >= finest) return [];
    const beside = limitNgG === null ? '' : `, limit ${Number(limitNgG.toPrecision(6))} ng/g`;
    return [
      `${abbreviationOf(key)} of ${name} (${text} ${unit}${beside}; registered ${registered})`,
    ];
  });
  const doubt = `These are not the limits that were registered, in ng/g. Check unit and basis: ${odd.join('; ')}.`;
  return odd.length > 0 ? [doubt] : [];
}

/** Duplicates that differ more are measured again (EPA’s usual limit for organics), in percent. */
const DUPLICATE_PERCENT = 30;

/** What is odd about the controls of a file. */
export function lookAtControls(controls: readonly Control[], samples: readonly Sample[]): string[] {
  const texts = controls.flatMap(({ id, kind, results }) =>
    Object.entries(results).flatMap(([chemical, written]): string[] => {
      // More than the calibrated range is written with a sign in front.
      if (kind === 'blank' && Number(written.replace(/^>/, '')) > 0) {
        return [`The blank ${id} is not blank: ${chemical} ${written} ng/g.`];
      }
      const percent = /^(\d+(?:\.\d+)?)%$/.exec(written)?.[1];
      if (kind !== 'spike' || percent === undefined) return [];
      const isUsual = Number(percent) >= RECOVERY.least && Number(percent) <= RECOVERY.most;
      const usual = `${RECOVERY.least}% to ${RECOVERY.most}%`;
      return isUsual
        ? []
        : [`The spike ${id} recovered ${percent}% of ${chemical}. Usual is ${usual}.`];
    }),
  );
  const apart = controls
    .filter(({ kind }) => kind === 'duplicate')
    .flatMap((duplicate) => duplicateTexts(duplicate, samples));
  return [...texts, ...apart];
}

/** Where a duplicate says something else than the sample that it was made of. */
function duplicateTexts({ id, of, results }: Control, samples: readonly Sample[]): string[] {
  const sample = samples.find((one) => of !== null && isCalled(one, of));
  return allSubstances.flatMap(({ key, abbreviation }) => {
    const measured = sample?.measurements[key];
    const written = results[abbreviation] ?? '';
    const again = parseMeasurement(written);
    if (!measured || !again.ok) return [];
    const [one, other] = [rangeOf(measured), rangeOf(again.measurement)];
    if (!one || !other) return [];
    const least = Math.max(one.lowerNgG, other.lowerNgG);
    const most = Math.min(one.upperNgG ?? Infinity, other.upperNgG ?? Infinity);
    const [gap, mean] = [least - most, (least + most) / 2];
    const doubt = `The duplicate ${id} says ${abbreviation} ${written} ng/g, and its sample ${measured.reported.trim()}.`;
    return gap * 100 > DUPLICATE_PERCENT * mean ? [doubt] : [];
  });
}

function valuesOf(samples: readonly Sample[], key: SubstanceKey) {
  return samples.flatMap(({ id, measurements }) => {
    const ngG = measurements[key]?.valueNgG ?? null;
    return ngG === null ? [] : [{ id, ngG }];
  });
}

function limitsOf(samples: readonly Sample[], key: SubstanceKey): number[] {
  return samples.flatMap(({ measurements }) => measurements[key]?.loqNgG ?? []);
}

function ofValues(samples: readonly Sample[], key: SubstanceKey, name: string): string[] {
  const values = valuesOf(samples, key);
  const [lowest, highest] = [
    values.toSorted((a, b) => a.ngG - b.ngG)[0],
    values.toSorted((a, b) => b.ngG - a.ngG)[0],
  ];
  const limits = limitsOf(samples, key);
  const [limit, most] = [Math.min(...limits), Math.max(...limits)];
  const isApart = lowest && highest && lowest.ngG > 0 && highest.ngG / lowest.ngG >= APART;
  return [
    ...values
      .filter(({ ngG }) => ngG === 0)
      .map(({ id }) => `${name} of ${id} is a bare 0. Laboratories write a limit, such as <10.`),
    ...(isApart
      ? [
          `${name} of ${highest.id} (${highest.ngG}) is ${Math.round(highest.ngG / lowest.ngG)} times that of ${lowest.id} (${lowest.ngG}).`,
        ]
      : []),
    ...(most >= LIMIT_TIMES * limit
      ? [`The limits of ${name} go from ${limit} to ${most}. Check the decimal point.`]
      : []),
    ...values
      .filter(({ ngG }) => ngG > 0 && Number.isFinite(limit) && ngG < limit)
      .map(
        ({ id, ngG }) =>
          `${name} of ${id} (${ngG}) is below the smallest limit of its column (${limit}).`,
      ),
  ];
}

/** A metal that has no result in some samples is judged by the others alone. */
function ofGaps(samples: readonly Sample[], key: SubstanceKey, name: string): string[] {
  const tested = samples.filter(
    ({ measurements: { [key]: one } }) => one && one.status !== 'not_tested',
  );
  const isMetal = samples.some(
    (one) => key in one.measurements && panelOfSample(one).key === 'metals',
  );
  const without = samples.length - tested.length;
  const doubt = `${name} has no result in ${without} of ${counted(samples.length, 'sample')}.`;
  return isMetal && without > 0 ? [doubt] : [];
}

/** Each limit that is far above what is published, or else above what other tests have. */
function ofLimits({ product, before, usual }: Looked): string[] {
  return allSubstances.flatMap(({ key, abbreviation }) => {
    const largest = Math.max(0, ...limitsOf(product.samples, key));
    const last = before ? Math.max(0, ...limitsOf(before.samples, key)) : 0;
    const compared = last > 0 ? last : (usual.get(key) ?? 0);
    if (compared === 0 || largest < LIMIT_TIMES * compared) return [];
    const whose = last > 0 ? 'what is published' : 'other tests';
    return [
      `${abbreviation} of product ${product.originalId} (${largest}, and ${compared} in ${whose})`,
    ];
  });
}

/** A value that is a thousandth of what it was, or of what tests can see, may be in another unit. */
function ofUnits({ product, before, usual }: Looked, key: SubstanceKey, name: string): string[] {
  const mean = (samples: readonly Sample[]) => {
    const values = valuesOf(samples, key).map(({ ngG }) => ngG);
    return values.length > 0 ? values.reduce((sum, ngG) => sum + ngG, 0) / values.length : 0;
  };
  const [is, was] = [mean(product.samples), before ? mean(before.samples) : 0];
  if (is > 0 && was > 0) {
    const times = Math.max(is / was, was / is);
    return times >= UNIT_TIMES
      ? [`${name} is ${shown(is)}, and ${shown(was)} is published. Check the unit.`]
      : [];
  }
  const limit = usual.get(key) ?? 0;
  const smallest = Math.min(
    ...valuesOf(product.samples, key)
      .map(({ ngG }) => ngG)
      .filter((ngG) => ngG > 0),
    ...limitsOf(product.samples, key),
  );
  if (limit === 0 || !Number.isFinite(smallest) || smallest * UNIT_TIMES > limit) return [];
  return [
    `${name} goes down to ${shown(smallest)}, where other tests see ${limit} at best. Check the unit.`,
  ];
}

function shown(ngG: number): string {
  return `${Number(ngG.toPrecision(4))} ng/g`;
}

function ofLevels(change: ProductChange): string[] {
  return headlineChanges(change).map(({ family, subject, before, after }) =>
    family
      ? `${subject} were published as ${before} and become ${after}.`
      : `${subject} was ${before} and becomes ${after}.`,
  );
}
