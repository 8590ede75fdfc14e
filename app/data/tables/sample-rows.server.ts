import type { Tx } from '#app/database/db.server.ts';
import { NOT_STATED } from '#app/results/messages.ts';
import { testFacts } from '#app/results/answers/test-facts.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { batchesOf } from '#app/kit/batches.ts';
import { columnsOf, THEIRS, type DataTable } from '#app/data/table.ts';
import { loadAllSamples } from '#app/results/read/load-samples.server.ts';
import { loadBareSamples, testedBatches, type Tested } from './tested-batches.server.ts';

/** One unit of a product as it was tested, and what its report states of it. */
type SampleRow = ReturnType<typeof samplesOfProduct>[number];
type MeasurementRow = ReturnType<typeof measurementsOfProduct>[number];

const IDS = {
  'product_id integer': 'Number of the product; in the table products.',
  'sample_id text': 'Id of the sample; never another’s.',
};

/** What a sample's columns are in both tables. */
const ABOUT = {
  'lot text': 'Lot as printed on the package; empty: none is stated.',
  'best_before date': 'Day until which the lot is best; empty: none is stated, or a month alone.',
  'region text':
    'Where the sample was bought: PlasticList’s region, or what our laboratory’s file says.',
  'method text': 'How it was measured.',
};

const NOT_USED = {
  'not_used text': 'Why the sample’s results count in no figure; empty: they count.',
};

/** Of all products, or of one, where it is served alone; of those tested for metals a table of their own. */
export function samplesTable(only?: readonly number[], panel?: PanelKey): DataTable<SampleRow> {
  return {
    name: `${prefixOf(panel)}samples`,
    title: `Samples${titleOf(panel)}`,
    means: 'One unit of a product as it was bought and tested.',
    key: ['product_id', 'sample_id'],
    refersTo: { products: ['product_id'] },
    columns: columnsOf<SampleRow>({
      ...IDS,
      ...ABOUT,
      'best_before_stated text': 'The same as it is stated, a day or a month.',
      'collected_on date': 'Day on which it was bought.',
      'place text': 'Shop or place in which it was bought.',
      'preparation text': 'How it was prepared for the analysis.',
      'laboratory text': 'Laboratory, or its accreditation.',
      'serving_size number g': 'One serving of the product; empty: not known.',
      'notes text': 'Notes of whoever collected it.',
      ...NOT_USED,
    }),
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of testedBatches(tx, only, loadBareSamples, panel))
        yield batch.flatMap(samplesOfProduct);
    },
  };
}

export function measurementsTable(
  only?: readonly number[],
  panel?: PanelKey,
): DataTable<MeasurementRow> {
  const isOfMetals = panel === 'metals';
  return {
    name: `${prefixOf(panel)}measurements`,
    title: `Measurements${titleOf(panel)}`,
    means: `What was measured of one ${isOfMetals ? 'metal' : 'chemical'} in one sample: a row for each, in long form.`,
    key: ['product_id', 'sample_id', 'chemical'],
    refersTo: {
      products: ['product_id'],
      [`${prefixOf(panel)}samples`]: ['product_id', 'sample_id'],
      ...(!isOfMetals && { chemicals: ['chemical'] }),
    },
    columns: columnsOf<MeasurementRow>({
      ...IDS,
      'chemical text': isOfMetals
        ? `What was measured. ${METAL_FORMS.map((form) => `${form}: ${formNames[form]}`).join('; ')}.`
        : 'Key of the chemical; in the table chemicals.',
      'status text':
        'ok: the value was measured. below_loq: less than loq, or none. above_range: at least the value. not_detected: below a limit that was not stated. not_tested: no result.',
      'value number ng/g':
        'Concentration; of above_range the least that it is; empty of what was not found.',
      'loq number ng/g': 'Limit of quantification; stated of below_loq alone.',
      'unit text': 'Unit of value and loq: nanograms per gram, which is ppb by weight.',
      ...ABOUT,
      ...NOT_USED,
    }),
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of testedBatches(tx, only, loadAllSamples, panel)) {
        const rows = batch.flatMap((tested) => measurementsOfProduct(tested));
        yield* batchesOf(rows);
      }
    },
  };
}

function samplesOfProduct({ product, samples }: Tested) {
  const isOurs = product.productId !== null;
  return samples.map(({ sampleId, lot, notes, notUsed, provenance }) => {
    const facts = testFacts(isOurs, [{ id: sampleId, provenance }], { today: '' });
    const [origin] = facts.origins;
    return {
      product_id: product.originalId,
      sample_id: sampleId,
      lot,
      best_before: dayOnly(origin?.bestBefore),
      best_before_stated: origin?.bestBefore,
      collected_on: dayOnly(provenance.collected_on),
      region: stated(facts.place),
      place: origin?.place,
      method: stated(facts.method),
      preparation: origin?.preparation,
      laboratory: stated(facts.laboratory),
      serving_size: product.servingSizeG,
      notes,
      not_used: notUsed,
      changedOn: product.updatedAt.toISOString().slice(0, 10),
      ...(!isOurs && THEIRS),
    };
  });
}

function measurementsOfProduct(tested: Tested) {
  return samplesOfProduct(tested).flatMap((row, at) =>
    [...KEYS, ...METAL_FORMS].flatMap((chemical) => {
      const measurement = tested.samples[at]?.measurements[chemical];
      if (!measurement) return [];
      const { status, valueNgG: value, loqNgG: loq } = measurement;
      return { ...row, chemical, status, value, loq, unit: 'ng/g' };
    }),
  );
}

const KEYS = chemicals.map(({ key }) => key).toSorted();
/** In the order of their keys. */
const METAL_FORMS = ['as', 'cd', 'hg', 'ias', 'pb'] as const;

const prefixOf = (panel?: PanelKey) => (panel === 'metals' ? 'metals_' : '');
const titleOf = (panel?: PanelKey) => (panel === 'metals' ? ' of metals' : '');

function stated(text: string): string | null {
  return text === NOT_STATED ? null : text;
}

/** A day as it is written with or without spaces; null of a month. */
function dayOnly(text: string | null | undefined): string | null {
  const day = text?.replaceAll(' ', '') ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}
