import { eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { amountsOf } from '#app/toxicology/metals/amounts.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import type { MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import type { ByForm } from '#app/toxicology/metals/verdicts.ts';
import {
  labMeasurements,
  labSamples,
  products,
  resultRevisions,
  storedChemicals,
  testedProducts,
  testRegistrations,
} from '#db/schema.ts';
import { addRows } from '#test/support/gifts.ts';

export interface MetalsTest {
  id: number;
  itemOf?: number;
  name: string;
  servingG: number | null;
  /** Grams as fed of one as received. */
  asFedPerG?: number;
  round?: number;
  /** As a laboratory writes them, sample by sample. */
  samples: readonly ByForm<string>[];
  /** What was published before, and corrected. */
  was?: readonly ByForm<string>[];
  /** As registered. */
  facts?: object;
}

const EVERY: MetalForm[] = ['pb', 'cd', 'as', 'ias', 'hg'];

/** Writes results of tests for metals as a publication leaves them. */
export async function writeMetalsResults(tests: readonly MetalsTest[]): Promise<void> {
  const key = (form: MetalForm) => ({ key: form, abbreviation: form, fullName: form });
  await db()
    .insert(storedChemicals)
    .values(EVERY.map((form) => ({ ...key(form), headerName: form, category: 'Metals' })))
    .onConflictDoNothing();
  for (const {
    id,
    itemOf = null,
    name,
    servingG,
    asFedPerG,
    round,
    samples,
    was,
    facts,
  } of tests) {
    const own = { name, panel: 'metals', searchText: name.toLowerCase(), servingSizeG: servingG };
    await addRows(products, { ...own, id, itemOf, asFedPerG, round, testingStatus: 'Tested' });
    const read = samples.map((sample) =>
      Object.entries(sample).map(([form, text]) => {
        const parsed = parseMeasurement(text);
        if (!parsed.ok) throw new Error(parsed.reason);
        return [form as MetalForm, parsed.measurement] as const;
      }),
    );
    const amounts = amountsOf(read.map((sample) => Object.fromEntries(sample)));
    await addRows(testedProducts, { ...own, originalId: id, productId: id, tags: [] });
    const written = await addRows(
      labSamples,
      samples.map((_, at) => ({ sampleId: `${id}0${at}`, testedProductId: id })),
    );
    await addRows(
      labMeasurements,
      written.flatMap((row, at) =>
        read[at]!.map(([form, { reported, status, valueNgG, loqNgG }]) => ({
          labSampleId: row.id,
          chemicalKey: form,
          reported,
          status,
          valueNgG: valueNgG ?? loqNgG,
        })),
      ),
    );
    const publishedAt = new Date();
    const published = [...(was ? [was] : []), samples];
    await addRows(
      resultRevisions,
      published.map((file, at) => ({
        originalId: id,
        number: at + 1,
        reason: at > 0 ? 'The laboratory read it wrong' : null,
        publishedAt,
        rows: fileOf(id, name, servingG, file),
      })),
    );
    // Last: what is stored before its results is not of them.
    await db()
      .update(testedProducts)
      .set({ assessments: { amounts } })
      .where(eq(testedProducts.originalId, id));
    const registeredAt = publishedAt;
    await addRows(testRegistrations, {
      productId: id,
      number: 1,
      facts: facts ?? {},
      registeredAt,
    });
  }
}

/** A samples file, as revisions keep it. */
function fileOf(id: number, name: string, servingG: number | null, samples: MetalsTest['samples']) {
  const head = 'id\tproduct_id\tproduct\tPb_ng_g\tCd_ng_g\tAs_ng_g\tHg_ng_g\tserving_size_g';
  const lines = samples.map(({ pb = '', cd = '', as = '', hg = '' }, at) =>
    [`${id}0${at}`, id, name, pb, cd, as, hg, servingG ?? ''].join('\t'),
  );
  return [head, ...lines, ''].join('\n');
}
