import type { Tx } from '#app/database/db.server.ts';
import { NOT_STATED } from '#app/results/messages.ts';
import { testFacts } from '#app/results/answers/test-facts.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { batchesOf, column, rightsOf, type Column, type DataTable } from '#app/data/table.ts';
import { loadAllSamples } from '#app/results/read/load-samples.server.ts';
import { loadBareSamples, testedBatches, type Tested } from './tested-batches.server.ts';

/** One unit of a product as it was tested, and what its report states of it. */
interface SampleRow {
  productId: number;
  isOurs: boolean;
  sampleId: string;
  lot: string | null;
  /** As stated: a day, or a month. */
  bestBefore: string | null;
  collectedOn: string | null;
  region: string | null;
  place: string | null;
  method: string | null;
  preparation: string | null;
  laboratory: string | null;
  servingG: number | null;
  notes: string | null;
  notUsed: string | null;
  changedOn: string;
}

interface MeasurementRow extends SampleRow {
  chemical: string;
  measurement: Measurement;
}

/** What a sample's columns are in both tables. */
const about = [
  column<SampleRow>(
    'lot',
    'text',
    'Lot as printed on the package; empty: none is stated.',
    (row) => row.lot,
  ),
  column<SampleRow>(
    'best_before',
    'date',
    'Day until which the lot is best; empty: none is stated, or a month alone.',
    (row) => dayOnly(row.bestBefore),
  ),
  column<SampleRow>(
    'region',
    'text',
    'Where the sample was bought: PlasticList’s region, or what our laboratory’s file says.',
    (row) => row.region,
  ),
  column<SampleRow>('method', 'text', 'How it was measured.', (row) => row.method),
];

const notUsed = column<SampleRow>(
  'not_used',
  'text',
  'Why the sample’s results count in no figure; empty: they count.',
  (row) => row.notUsed,
);

const ids = [
  column<SampleRow>(
    'product_id',
    'integer',
    'Number of the product; in the table products.',
    (row) => row.productId,
  ),
  column<SampleRow>(
    'sample_id',
    'text',
    'Id of the sample; never another’s.',
    (row) => row.sampleId,
  ),
];

const rights = rightsOf<SampleRow>(({ isOurs }) => isOurs);

/** Of all products, or of one, where it is served alone. */
export function samplesTable(only?: readonly number[]): DataTable<SampleRow> {
  return {
    name: 'samples',
    title: 'Samples',
    means: 'One unit of a product as it was bought and tested.',
    key: ['product_id', 'sample_id'],
    refersTo: { products: ['product_id'] },
    columns: [
      ...ids,
      ...about,
      column(
        'best_before_stated',
        'text',
        'The same as it is stated, a day or a month.',
        (row) => row.bestBefore,
      ),
      column('collected_on', 'date', 'Day on which it was bought.', (row) =>
        dayOnly(row.collectedOn),
      ),
      column('place', 'text', 'Shop or place in which it was bought.', (row) => row.place),
      column(
        'preparation',
        'text',
        'How it was prepared for the analysis.',
        (row) => row.preparation,
      ),
      column('laboratory', 'text', 'Laboratory, or its accreditation.', (row) => row.laboratory),
      column(
        'serving_size',
        'number',
        'One serving of the product; empty: not known.',
        (row) => row.servingG,
        'g',
      ),
      column('notes', 'text', 'Notes of whoever collected it.', (row) => row.notes),
      notUsed,
      ...rights,
    ],
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of testedBatches(tx, only, loadBareSamples))
        yield batch.flatMap(samplesOfProduct);
    },
  };
}

export function measurementsTable(only?: readonly number[]): DataTable<MeasurementRow> {
  return {
    name: 'measurements',
    title: 'Measurements',
    means: 'What was measured of one chemical in one sample: a row for each, in long form.',
    key: ['product_id', 'sample_id', 'chemical'],
    refersTo: {
      products: ['product_id'],
      samples: ['product_id', 'sample_id'],
      chemicals: ['chemical'],
    },
    columns: [
      ...ids,
      column(
        'chemical',
        'text',
        'Key of the chemical; in the table chemicals.',
        (row) => row.chemical,
      ),
      column(
        'status',
        'text',
        'ok: the value was measured. below_loq: less than loq, or none. above_range: at least the value. not_detected: below a limit that was not stated. not_tested: no result.',
        ({ measurement }) => measurement.status,
      ),
      column(
        'value',
        'number',
        'Concentration; of above_range the least that it is; empty of what was not found.',
        ({ measurement }) => measurement.valueNgG,
        UNIT,
      ),
      column(
        'loq',
        'number',
        'Limit of quantification; stated of below_loq alone.',
        ({ measurement }) => measurement.loqNgG,
        UNIT,
      ),
      column(
        'unit',
        'text',
        'Unit of value and loq: nanograms per gram, which is ppb by weight.',
        () => UNIT,
      ),
      ...about,
      notUsed,
      ...rights,
    ] as Column<MeasurementRow>[],
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of testedBatches(tx, only, loadAllSamples)) {
        const rows = batch.flatMap((tested) => measurementsOfProduct(tested));
        yield* batchesOf(rows);
      }
    },
  };
}

const UNIT = 'ng/g';

function samplesOfProduct({ product, samples }: Tested): SampleRow[] {
  const { originalId: productId, productId: fundedId, servingSizeG: servingG } = product;
  const isOurs = fundedId !== null;
  return samples.map(({ sampleId, lot, notes, notUsed, provenance }) => {
    const facts = testFacts(isOurs, [{ id: sampleId, provenance }], { today: '' });
    const [origin] = facts.origins;
    return {
      productId,
      isOurs,
      sampleId,
      lot,
      bestBefore: origin?.bestBefore ?? null,
      collectedOn: provenance.collected_on ?? null,
      region: stated(facts.place),
      place: origin?.place ?? null,
      method: stated(facts.method),
      preparation: origin?.preparation ?? null,
      laboratory: stated(facts.laboratory),
      servingG,
      notes,
      notUsed,
      changedOn: product.updatedAt.toISOString().slice(0, 10),
    };
  });
}

function measurementsOfProduct(tested: Tested): MeasurementRow[] {
  return samplesOfProduct(tested).flatMap((row, at) =>
    KEYS.flatMap((chemical) => {
      const measurement = tested.samples[at]?.measurements[chemical];
      return measurement ? { ...row, chemical, measurement } : [];
    }),
  );
}

const KEYS = chemicals.map(({ key }) => key).toSorted();

function stated(text: string): string | null {
  return text === NOT_STATED ? null : text;
}

/** A day as it is written with or without spaces; null of a month. */
function dayOnly(text: string | null): string | null {
  const day = text?.replaceAll(' ', '') ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}
