import type { Survey, SurveyColumn, SurveyKey } from '#app/surveys/survey.ts';

const healthCanada = {
  authority: 'Health Canada',
  measured:
    'composites of several brands of one food, bought in one city, prepared as eaten, and mixed',
  license: {
    name: 'OGL-Canada-2.0',
    title: 'Open Government Licence – Canada',
    url: 'https://open.canada.ca/en/open-government-licence-canada',
  },
  from: 'https://github.com/BFSSI-Bioinformatics-Lab/tds-dietary-exposure-tool (133868e)',
  copiedOn: '2026-11-30',
} as const;
const fda = {
  authority: 'FDA',
  license: {
    name: 'Public domain in the United States (17 U.S.C. § 105)',
    title: 'Public domain in the United States (17 U.S.C. § 105)',
    url: 'https://www.govinfo.gov/link/uscode/17/105',
  },
  from: 'https://github.com/paleofoundation/heavymetalindex (a1d190eb)',
  copiedOn: '2026-11-30',
} as const;
const COPIED = 'Copied by machine from FDA’s PDF and not compared with it yet.';

const BPA_NOTE =
  'Of 274 values that Health Canada prints as measured, 137 are below a limit that stands beside them: 24 below the limit of detection, and 113 below that of quantification alone. Every day is given as January 1: the year alone is known.';
/** By EFSA Journal 2020;18(9):6223; `test/oracle/surveys` holds it to the rows of both years. */
export const PFAS_NOTE =
  'In 54 of the 56 composites of 2016 and 2017 the limits of detection alone hide more than a day’s share of EFSA’s group limit (4.4 ng for each kilogram of body weight a week, for PFOA, PFNA, PFHxS, and PFOS together) for a child of 14 kg who eats 100 g. That limit is not for infants.';

const hcColumns: readonly SurveyColumn[] = [
  ['Food Name', 'Food, as Health Canada names it.', 'food'],
  ['Sample Code', 'Code of the composite.', 'sample'],
  ['Food Group', 'Health Canada’s group of foods.'],
  ['Sample Type', 'Composite: several brands, mixed.'],
  ['Sample Collection Date', 'Day of collection, as 2009-01-01 or as 9/15/13 (month first).', 'on'],
  ['Sampling Location City Name', 'City in which it was bought.', 'city'],
  ['Lab Name', 'Laboratory.'],
  ['Result Operator', '=: measured. <LOD/MDL or ND: not detected.', 'operator'],
  ['Result Value', 'What was measured; of what was not detected 0, which means nothing.', 'value'],
  ['Units of measurement', 'Unit of the row’s value and limits: ng/g or µg/g.', 'unit'],
  ['Analyte Name', 'What was measured.', 'analyte'],
  ['LOD', 'Limit of detection; empty or 0: none is stated.', 'LOD'],
  ['LOQ', 'Limit of quantification; empty or 0: none is stated.', 'LOQ'],
  ['MDL', 'Method detection limit; empty or 0: none is stated.', 'MDL'],
  ['Basis for Result', 'What the value is of: As consumed.'],
  ['Project Name', 'Health Canada’s project; its year is not always that of collection.'],
];
const [sample, year, food, substance, result]: readonly SurveyColumn[] = [
  ['sample', 'Number of the sample within the survey.', 'sample'],
  ['fiscal_year', 'FDA’s fiscal year.', 'on'],
  ['food', 'Food, as FDA names it.', 'food'],
  ['substance', 'What was measured; arsenic and mercury as totals.', 'analyte'],
  ['result_ppb', 'µg/kg, as FDA wrote it; <LOD: not detected, below a limit not stated.', 'value'],
];

/** Every survey that the repository holds, each of one file; read by `app/surveys`. */
export const surveyRecords: readonly Survey[] = [
  ofCanada('hc-phthalates', 'phthalates and DEHA', ['2011', '2015'], 'phthalates-2011-2014', {
    rows: 3392,
    sha256: 'bf51227dc22bc490315c6c5a9d295fe9111f41dd4cef68017209f0020fe027d9',
  }),
  ofCanada('hc-bpa', 'bisphenol A', ['2008', '2016'], 'bpa-2008-2016', {
    note: BPA_NOTE,
    rows: 841,
    sha256: 'efef0de8c3e85d6263c872b738f1c0ec040bfa48b2533e7c5727627b40058c9e',
  }),
  ofCanada('hc-pfas-2016', 'PFAS', ['2016', '2016'], 'pfas-2016', {
    note: PFAS_NOTE,
    rows: 702,
    sha256: '6cb7f16eaad48ce04a306b5dcdc847550c8ce92d2b38725d0697476e9148ac07',
  }),
  ofCanada('hc-pfas-2017', 'PFAS', ['2017', '2017'], 'pfas-2017', {
    note: PFAS_NOTE,
    rows: 810,
    sha256: '9178aefbd9838c99a2a9279f0ba3dcde1b60b6d13a502e483d8ed29f4b160840',
  }),
  {
    ...fda,
    key: 'fda-baby-food',
    study: 'survey of metals in food for babies and young children (TEP)',
    years: ['2009', '2024'],
    measured: 'samples of a compliance program, each of one food as sold',
    note: `What FDA found, not what is usual: its samples follow suspicion. ${COPIED}`,
    file: {
      path: 'db/data/fda/baby-food-2009-2024.csv',
      rows: 1944,
      sha256: '42773a9df46fc46f7183b7c51eb930934df9652e48ec3e6315a4b1b1be4eb542',
      columns: [
        sample!,
        year!,
        food!,
        ['category', 'FDA’s class of food.', 'group'],
        substance!,
        result!,
      ],
    },
  },
  {
    ...fda,
    key: 'fda-formula',
    study: 'special survey of metals in infant formula',
    years: ['2023', '2025'],
    measured: 'samples of infant formula, as prepared for feeding',
    note: `What FDA found in a special survey that names no brand. ${COPIED}`,
    file: {
      path: 'db/data/fda/infant-formula-2023-2025.csv',
      rows: 1248,
      sha256: '8e88aaabce97385e95b68cce8e71d0b0b7b5201e5dfb2ef87d09eb1f43b21e7b',
      columns: [sample!, year!, food!, substance!, result!],
    },
  },
];

function ofCanada(
  key: SurveyKey,
  what: string,
  years: Survey['years'],
  name: string,
  { note, ...file }: Pick<Survey['file'], 'rows' | 'sha256'> & Pick<Survey, 'note'>,
): Survey {
  const study = `Total Diet Study, ${what}`;
  const path = `db/data/health-canada/${name}.csv`;
  const described = { ...file, path, columns: hcColumns };
  return { ...healthCanada, key, study, years, ...(note && { note }), file: described };
}

/** Foods of a survey that are of one kind here: those that `holds` names, or whose group; else all. */
export interface FoodClass {
  survey: SurveyKey;
  name: string;
  kind: string;
  /** Of that kind the items that it is about; all others where left out. */
  items?: readonly number[];
  /** One serving, where nobody knows the item's. */
  grams: number;
  holds?: readonly string[];
}

const survey = 'fda-baby-food';

/**
 * Foods of FDA’s surveys by the kinds of this site, reviewed by hand: a food is in the first class that
 * names it or its group. Grams are of one serving where an item's is not known, as the README has them.
 */
export const fdaClasses: readonly FoodClass[] = [
  {
    survey,
    name: 'carrots and sweet potatoes alone',
    kind: 'baby-food',
    items: [52, 53, 54, 1043],
    grams: 110,
    holds: ['Carrots', 'Sweet Potatoes'],
  },
  {
    survey,
    name: 'other fruits, vegetables, mixtures, and yogurts for babies',
    kind: 'baby-food',
    grams: 110,
    holds: ['Fruits', 'Vegetables', 'Mixtures', 'Yogurts/Custards/Puddings'],
  },
  {
    survey,
    name: 'dry infant cereals',
    kind: 'baby-cereal',
    grams: 15,
    holds: ['Dry Infant Cereals'],
  },
  {
    survey: 'fda-formula',
    name: 'formulas as prepared for feeding',
    kind: 'infant-formula',
    grams: 800,
  },
];
