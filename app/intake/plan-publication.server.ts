import { hash } from 'node:crypto';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { cleanLine, searchable } from '#app/kit/text.ts';
import type { Tx } from '#app/database/db.server.ts';
import { expectedSamples, type DeskFacts } from '#app/testing/publish-samples.server.ts';
import { registrationsOf } from '#app/testing/register-test.server.ts';
import { isSubstanceKey, panelOf } from '#app/toxicology/panels/panels.ts';
import { labMeasurements, labSamples, products } from '#db/schema.ts';
import { categoryTag, withBrand } from '#app/results/answers/product-category.ts';
import { productsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import type { FileReading, WrittenResult } from '#app/intake/lab-file/read-lab-file.ts';
import { loadPublished, testedNames, type Published } from './load-published.server.ts';
import {
  lookAtControls,
  lookAtEaten,
  lookAtLimits,
  lookAtNames,
  lookAtUnused,
  lookTwice,
  type UsualLimits,
} from './look-twice.ts';
import { matchSamples } from './match-samples.ts';
import { compareProduct, type ProductChange } from '#app/results/samples/product-change.ts';
import { eatenOfTests } from '#app/results/samples/eaten.server.ts';
import type { Eaten } from '#app/results/samples/metals-said.ts';
import { panelOfSample, type Sample } from '#app/results/samples/sample-row.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { productIn, samplesText } from '#app/results/samples/samples-text.ts';
import * as store from './store.server.ts';

/**
 * What publishing these samples of one file would change. A file states all samples of each product
 * it mentions: one that is published and missing from it is removed. `about` is the product that
 * the file was taken in for, where one was named. Nothing is written.
 */
export async function planPublication(
  tx: Tx,
  { samples, controls, doubts: ofFile, written }: FileReading,
  about?: number,
) {
  const settled = await settleProducts(tx, samples, about);
  const matched = await matchToDesk(tx, settled.samples);
  const [problem, ...problems] = [
    ...settled.problems,
    ...(await strayedSamples(tx, samples)),
    ...matched.problems,
  ];
  if (problem) return { ok: false as const, problems: [problem, ...problems] as const };
  const found = productsOf(matched.samples);
  const ids = found.map((product) => product.originalId);
  const published = await loadPublished(tx, ids);
  const eaten = await eatenOfTests(tx, ids);
  const changes = found.map((product) =>
    change(published.get(product.originalId), product, eaten.get(product.originalId)),
  );
  const usual = await usualLimits(tx, ids);
  const looked = found.flatMap((product, at) => {
    const own = changes[at];
    if (!own || own.revision === null) return [];
    const before = published.get(product.originalId)?.product;
    return [{ product, before, change: own, usual }];
  });
  const isNew = changes.some(({ revision }) => revision !== null);
  const doubts = isNew
    ? [
        ...(await besideRegistrations(tx, matched.samples, written, eaten)),
        ...ofFile,
        ...matched.doubts,
        ...lookTwice(looked),
        ...lookAtUnused(matched.samples),
        ...lookAtNames(matched.samples),
        ...lookAtControls(controls, samples),
      ]
    : [];
  const texts = found.map(({ samples: own }) => samplesText(own));
  const fingerprint = hash('sha256', JSON.stringify([changes, controls, texts]));
  return {
    ok: true as const,
    /** What the file says, names and serving sizes settled, in the order of the numbers. */
    products: found,
    /** What kind of thing a funded product is, as the tag that a file would give it. */
    kinds: settled.kinds,
    /** How they are eaten, as far as it is known. */
    eaten,
    /** What that changes, one for each product. */
    changes,
    /** What a person confirms before these are published, each once. */
    doubts,
    /** Stands for these changes: another one says that something was published meanwhile. */
    fingerprint,
  };
}

/** Matches the samples of each funded product to those of the desk. */
async function matchToDesk(tx: Tx, samples: readonly Sample[]) {
  const funded = [...new Set(samples.map(({ productId }) => productId))].filter(isFundable);
  const desk = await expectedSamples(tx, funded);
  const matched = [...Map.groupBy(samples, ({ productId }) => productId)].map(([productId, own]) =>
    matchSamples(own, desk.get(productId) ?? []),
  );
  return {
    samples: matched.flatMap((one) => one.samples),
    problems: matched.flatMap((one) => one.problems),
    doubts: [
      ...matched.flatMap((one) => one.doubts),
      ...funded.flatMap((id) => ofDesk(id, samples, desk.get(id) ?? [])),
    ],
  };
}

/** Where a file is not what was registered: other days, limits, laboratory, number of samples, or how it is eaten. */
async function besideRegistrations(
  tx: Tx,
  samples: readonly Sample[],
  written: readonly WrittenResult[],
  eaten: ReadonlyMap<number, Eaten>,
): Promise<string[]> {
  const byProduct = Map.groupBy(samples, ({ productId }) => productId);
  const registered = await registrationsOf(tx, [...byProduct.keys()].filter(isFundable));
  return [...Map.groupBy(registered, ({ productId }) => productId)].flatMap(([id, rows]) => {
    const own = byProduct.get(id) ?? [];
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    const from = first.registeredAt.toISOString().slice(0, 10);
    const early = own.filter(({ provenance }) => {
      const day = provenance.collected_on.replaceAll(' ', '');
      return day !== '' && day < from.slice(0, day.length);
    });
    const { samples: planned, laboratory } = last.facts;
    const stated = new Set(own.map(({ provenance }) => cleanLine(provenance.laboratory)));
    const others = [...stated].filter((name) => name && !isAlike(name, laboratory));
    return [
      ...(own.length === planned
        ? []
        : [`Product ${id} is registered with ${planned} samples, and the file has ${own.length}.`]),
      ...lookAtLimits(own, written, last.facts),
      ...lookAtEaten(last.facts, { servingG: own[0]?.servingG, ...eaten.get(id) }).map(
        (text) => `Product ${id}: ${text}`,
      ),
      ...others.map(
        (name) =>
          `Product ${id} is registered with the laboratory “${laboratory}”, and results of it are of “${name}”.`,
      ),
      ...early.map(
        ({ id: name, provenance }) =>
          `${name} was collected on ${provenance.collected_on}, before its test was registered on ${from}.`,
      ),
    ];
  });
}

function isAlike(a: string, b: string): boolean {
  return searchable(a) === searchable(b);
}

/** What is missing at the desk, or in what it knows. */
function ofDesk(
  productId: number,
  samples: readonly Sample[],
  desk: readonly DeskFacts[],
): string[] {
  const own = samples.filter((sample) => sample.productId === productId);
  const isMetals = own.some((sample) => panelOfSample(sample).key === 'metals');
  const method = isMetals ? 'analysis_method_metals' : 'analysis_method_phthalates';
  const lacks = (column: 'laboratory' | typeof method, fact: keyof DeskFacts) =>
    own.some(({ provenance }) => provenance[column].trim() === '') &&
    (desk.length === 0 || desk.some((facts) => facts[fact] === null));
  return [
    ...(desk.length === 0 ? [`No samples of product ${productId} are recorded at the desk.`] : []),
    ...(lacks('laboratory', 'laboratory')
      ? [`Neither the file nor the desk names the laboratory of product ${productId}.`]
      : []),
    ...(lacks(method, 'method')
      ? [`Neither the file nor the desk names the method for product ${productId}.`]
      : []),
  ];
}

/** ng/g: the middle limit of each chemical in the published results of other products. */
async function usualLimits(tx: Tx, originalIds: readonly number[]): Promise<UsualLimits> {
  const { chemicalKey, valueNgG, status } = labMeasurements;
  const isOther = notInArray(labSamples.testedProductId, [0, ...originalIds]);
  const rows = await tx
    .select({
      chemicalKey,
      limit: sql<number>`percentile_cont(0.5) within group (order by ${valueNgG})`,
    })
    .from(labMeasurements)
    .innerJoin(labSamples, eq(labSamples.id, labMeasurements.labSampleId))
    .where(and(eq(status, 'below_loq'), isOther))
    .groupBy(chemicalKey);
  return new Map(
    rows.flatMap((row) => (isSubstanceKey(row.chemicalKey) ? [[row.chemicalKey, row.limit]] : [])),
  );
}

function change(
  before: Published | undefined,
  after: FileProduct,
  eaten: Eaten | undefined,
): ProductChange {
  // A funded product goes by its name here: another name makes the same results no others.
  const namedBefore = before && isFundable(after.originalId) ? productIn(before.rows) : undefined;
  const samples =
    namedBefore === undefined
      ? after.samples
      : after.samples.map((sample) => ({ ...sample, product: namedBefore }));
  const isSame = before?.rows === samplesText(samples);
  return {
    ...compareProduct(before?.product, after, eaten),
    revision: isSame ? null : (before?.number ?? 0) + 1,
    isCorrection: before !== undefined && !isSame,
  };
}

/**
 * What the site knows of the products itself. A funded one goes by its name here, and the serving
 * size of its page may not be contradicted until one is published; PlasticList's are named by the
 * file. What a funded product's file, or any file about one product, leaves open stays as it is known.
 */
async function settleProducts(tx: Tx, samples: readonly Sample[], about: number | undefined) {
  const known = await knownProducts(tx, [...new Set(samples.map((sample) => sample.productId))]);
  const settled = samples.map((sample): Sample => {
    const own = known.get(sample.productId);
    if (!isFundable(sample.productId) && about === undefined) return sample;
    const isNamed = !isFundable(sample.productId) && sample.product !== '';
    return {
      ...sample,
      product: isNamed ? sample.product : (own?.name ?? ''),
      servingG: sample.servingG ?? own?.servingG ?? null,
    };
  });
  const problems = [...Map.groupBy(settled, (sample) => sample.productId)].flatMap(
    ([productId, [first]]) => (first ? problemOf(first, known.get(productId)) : []),
  );
  const kinds = new Map([...known].flatMap(([id, { kind }]) => (kind ? [[id, kind]] : [])));
  return { samples: settled, problems, kinds };
}

function problemOf(sample: Sample, own?: Known): FileProblem[] {
  const { line, productId, product, servingG } = sample;
  if (isFundable(productId) ? !own : product === '') {
    return [{ line, reason: `product_id: there is no product ${productId}` }];
  }
  const [panel, found] = [panelOf(own?.panel ?? 'plastics'), panelOfSample(sample)];
  if (panel !== found) {
    const reason = `product_id: product ${productId} is a test for ${panel.name}, and these are results for ${found.name}`;
    return [{ line, reason }];
  }
  const ownG = own?.pageServingG ?? null;
  if (ownG === null || servingG === ownG) return [];
  const reason = `serving_size_g: ${servingG} g here, but ${ownG} g on the product's page: correct one of them, or leave the cells empty`;
  return [{ line, reason }];
}

interface Known {
  name: string;
  servingG: number | null;
  /**
   * As the page of a product that can be funded says it, which no file may contradict; null once
   * results are published, which are corrected by a file and not on the page.
   */
  pageServingG: number | null;
  /** Null for PlasticList's, which their files tag. */
  kind: string | null;
  /** What it is tested for; plastics where that is not known. */
  panel?: string;
}

async function knownProducts(tx: Tx, ids: readonly number[]): Promise<Map<number, Known>> {
  const funded = await tx
    .select()
    .from(products)
    .where(and(inArray(products.id, ids.filter(isFundable)), eq(products.isDemo, false)));
  const tested = await testedNames(tx, ids);
  const published = new Map(tested.map(({ id, servingG }) => [id, servingG]));
  return new Map<number, Known>([
    ...tested
      .filter(({ id }) => !isFundable(id))
      .map(({ id, ...known }) => [id, { ...known, pageServingG: null, kind: null }] as const),
    ...funded.map(({ id, name, brand, category, panel, servingSizeG: pageServingG }) => {
      const servingG = published.get(id) ?? pageServingG;
      const heldG = published.has(id) ? null : pageServingG;
      const kind = categoryTag(category);
      const own = { name: withBrand(name, brand), servingG, pageServingG: heldG, kind, panel };
      return [id, own] as const;
    }),
  ]);
}

/** Samples that are published of a product which the file says nothing of: not a file's to move. */
async function strayedSamples(tx: Tx, samples: readonly Sample[]): Promise<FileProblem[]> {
  const ids = samples.map((sample) => sample.id);
  const stored = await store.storedSamples(tx, ids);
  const mentioned = new Set(samples.map((sample) => sample.productId));
  return samples.flatMap(({ line, id }) => {
    const row = stored.find(({ sampleId }) => sampleId === id);
    const owner = row && (row.testedProductId ?? row.productId);
    if (!owner || mentioned.has(row.testedProductId ?? 0)) return [];
    return {
      line,
      reason: `the sample "${id}" belongs to product ${owner}, which is not in the file`,
    };
  });
}
