import {
  chemicals,
  chemicalOf,
  datasetChemicals,
  type ChemicalKey,
} from '#app/toxicology/chemicals.ts';

/**
 * Where a sample came from and how it travelled: kept as written, often empty. `not_used`: why what was
 * measured in it is published and counts in no figure.
 */
export const provenanceColumns = [
  'tags',
  'triplicate_1_sample_id',
  'triplicate_2_sample_id',
  'lot_no',
  'manufacturing_date',
  'expiration_date',
  'collected_on',
  'collected_at',
  'collection_notes',
  'blinded_name',
  'blinded_photo',
  'shipped_on',
  'shipped_in',
  'shipment_type',
  'arrived_at_lab_on',
  'analysis_method_phthalates',
  'analysis_method_bisphenols',
  'laboratory',
  'accreditation',
  'not_used',
] as const;

/** Columns that PlasticList's files do not have: written only where a sample states one. */
export const ownColumns: readonly string[] = ['laboratory', 'accreditation', 'not_used'];

export type ProvenanceColumn = (typeof provenanceColumns)[number];

export const dateColumns: readonly ProvenanceColumn[] = [
  'manufacturing_date',
  'expiration_date',
  'collected_on',
  'shipped_on',
  'arrived_at_lab_on',
];

/** The column of a chemical's concentration, such as `DEHP_ng_g`. */
export function concentrationColumn(key: ChemicalKey): string {
  return `${chemicalOf(key).abbreviation}_ng_g`;
}

/** What a file about one known product may leave out. */
export const impliedColumns: readonly string[] = ['product_id', 'product', 'serving_size_g'];

export const requiredColumns: readonly string[] = [
  'id',
  'product_id',
  'product',
  ...datasetChemicals.map((c) => concentrationColumn(c.key)),
  'serving_size_g',
];

/** Everything a file may hold; a column outside this list is refused. */
export const knownColumns: ReadonlySet<string> = new Set([
  ...requiredColumns,
  ...provenanceColumns,
  ...chemicals.map((c) => concentrationColumn(c.key)),
]);
