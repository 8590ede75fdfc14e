import { readFileSync } from 'node:fs';
import { importProgress } from './print.ts';
import {
  addDemoProducts,
  addFurtherTests,
  addStarterProducts,
  priceAnew,
  type FurtherTest,
  type StarterProduct,
} from '#app/catalogue/seed-products.server.ts';
import { raiseDemo } from '#app/catalogue/funding-columns.server.ts';
import { demoProducts, demoSamples } from '#db/data/demo-products.ts';
import { metalsTests } from '#db/data/metals-tests.ts';
import { post } from '#app/ledger/post.server.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { addDemoSamples } from '#app/intake/demo-samples.server.ts';
import { keepFirstRevisions } from '#app/intake/load-published.server.ts';
import { hasTestedProducts, importSamples } from '#app/intake/import-samples.server.ts';
import { sealEarlier } from '#app/intake/seal-revisions.server.ts';
import { rateAnew } from '#app/intake/rate-anew.server.ts';

const PLASTICLIST = 'db/data/plasticlist/samples.tsv';
const CATALOGUE = 'db/data/starter-catalogue.tsv';
const CATALOGUE_COLUMNS =
  'code name brand category serving_size_g serving_size_unit product_url'.split(' ');

/** What an empty database gets at the first start: products to fund, and PlasticList's results. */
export async function bringFirstData(say: (line: string) => void): Promise<void> {
  const added = await addFirstProducts();
  if (added > 0) say(`Added ${added} products that can be funded.`);
  await addDemoResults();
  if (await hasTestedProducts()) {
    await inTransaction(async (tx) => {
      await keepFirstRevisions(tx);
      await sealEarlier(tx);
    });
    await rateAnew();
    return;
  }
  // Nobody's doing: what the site comes with, and what was looked at before it came.
  const imported = await importSamples(readFileSync(PLASTICLIST, 'utf8'), {
    source: 'PlasticList',
    onProgress: importProgress(process.stderr),
  });
  if (!imported.ok) throw new Error(`${PLASTICLIST} could not be imported: ${imported.why}.`);
  say(`Imported ${imported.samples} samples of ${imported.products} products.`);
}

/**
 * The starter catalogue and the `[TEST]` products, added where they are missing; safe to repeat and
 * from several processes. Demo money stands on the ledger's `demo` account.
 */
export async function addFirstProducts(): Promise<number> {
  return inTransaction(async (tx) => {
    await priceAnew(tx);
    const starters = readCatalogue(readFileSync(CATALOGUE, 'utf8'));
    const added =
      (await addStarterProducts(tx, starters)) + (await addFurtherTests(tx, firstMetalsTests()));
    const fresh = new Set(await addDemoProducts(tx, demoProducts));
    for (const demo of demoProducts.filter(
      ({ code, raisedCents }) => fresh.has(code) && raisedCents > 0,
    )) {
      await post(tx, {
        reason: 'made-up money of a demonstration product',
        source: `demo:${demo.code}`,
        entries: [
          ['demo', -demo.raisedCents],
          [`product:${demo.code}`, demo.raisedCents],
        ],
      });
      await raiseDemo(tx, demo.code, demo.raisedCents);
    }
    return added;
  });
}

/** The first tests for metals; those of PlasticList's products by what these are called. */
function firstMetalsTests(): FurtherTest[] {
  return metalsTests.map(([code, itemOf, named]) => {
    if (!named) return { code, itemOf, panel: 'metals' };
    const [name, brand, category, servingSizeG] = named;
    const tested = { name, brand, category, servingSizeG, servingSizeUnit: null, productUrl: null };
    return { code, itemOf, panel: 'metals', tested };
  });
}

/**
 * The lab samples of the tested `[TEST]` products, added where they are missing; safe to repeat and
 * from several processes. Throws where PlasticList's file does not hold one of them.
 */
export async function addDemoResults(): Promise<number> {
  return inTransaction((tx) =>
    addDemoSamples(tx, demoSamples, () => readFileSync(PLASTICLIST, 'utf8')),
  );
}

/** The rows of the starter catalogue; throws, with the line, where one does not fit. */
function readCatalogue(text: string): StarterProduct[] {
  const [header = '', ...lines] = text.replace(/\n+$/, '').split('\n');
  if (header !== CATALOGUE_COLUMNS.join('\t')) throw new Error(`${CATALOGUE}: unexpected columns`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    const [code, name, brand, category, servingG, servingUnit, productUrl] = cells;
    const isWhole = cells.length === CATALOGUE_COLUMNS.length && name && brand && category;
    if (!isWhole || !/^\d{4,}$/.test(code ?? '') || !/^\d*\.?\d*$/.test(servingG ?? '')) {
      throw new Error(`${CATALOGUE}: line ${index + 2} does not fit its columns`);
    }
    return {
      code: Number(code),
      name,
      brand,
      category,
      servingSizeG: servingG ? Number(servingG) : null,
      servingSizeUnit: servingUnit || null,
      productUrl: productUrl || null,
    };
  });
}
