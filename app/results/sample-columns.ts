import {
  abbreviationOf,
  panelOf,
  reportable,
  type PanelKey,
  type SubstanceKey,
} from '#app/toxicology/panels/panels.ts';

const own = ['analysis_method_metals', 'laboratory', 'accreditation', 'not_used'] as const;
/** Columns that PlasticList's files do not have: written only where a sample states one. */
export const ownColumns: readonly string[] = own;

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
  ...own,
] as const;

export type ProvenanceColumn = (typeof provenanceColumns)[number];

/** Those that a file of a panel may hold: each has its own methods. */
export function provenanceOf(panel: PanelKey): readonly ProvenanceColumn[] {
  return provenanceColumns.filter(
    (column) =>
      !column.startsWith('analysis_method_') ||
      (column === 'analysis_method_metals') === (panel === 'metals'),
  );
}

/** Those that hold a day. */
export const dateColumns = provenanceColumns.filter((column) => /_(date|on)$/.test(column));

/** The column of a substance's concentration, such as `DEHP_ng_g`. */
export function concentrationColumn(key: SubstanceKey): string {
  return `${abbreviationOf(key)}_ng_g`;
}

/** What a file about one known product may leave out. */
export const impliedColumns: readonly string[] = ['product_id', 'product', 'serving_size_g'];

export function requiredColumns(panel: PanelKey): readonly string[] {
  const concentrations = panelOf(panel).substances.map(({ key }) => concentrationColumn(key));
  return ['id', 'product_id', 'product', ...concentrations, 'serving_size_g'];
}

/** Everything a file of a panel may hold; a column outside this list is refused. */
export function knownColumns(panel: PanelKey): ReadonlySet<string> {
  return new Set([
    ...requiredColumns(panel),
    ...provenanceOf(panel),
    ...reportable(panelOf(panel)).map(({ key }) => concentrationColumn(key)),
  ]);
}
