import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { bytes, createdAt, moment } from './columns.ts';

/** A laboratory's file as it was uploaded: what is previewed is what is published. Kept for a day. */
export const resultUploads = pgTable(
  'result_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    /** Of the file's bytes. */
    sha256: text('sha256').notNull(),
    content: text('content').notNull(),
    /** The product that the whole file is about, where one was named. */
    aboutProductId: integer('about_product_id'),
    /** The file's bytes as they came; null of one that was uploaded before they were kept. */
    original: bytes('original'),
    /** The laboratory's certificate, a PDF, that came with it. */
    certificateName: text('certificate_name'),
    certificate: bytes('certificate'),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (t) => [index('result_uploads_by_time').on(t.uploadedAt)],
);

/** The chemicals a sample is tested for; rows mirror `app/toxicology/chemicals.ts`. */
export const storedChemicals = pgTable('chemicals', {
  key: text('key').primaryKey(),
  abbreviation: text('abbreviation').notNull().unique(),
  fullName: text('full_name').notNull(),
  /** full name followed by (ppb). */
  headerName: text('header_name').notNull(),
  category: text('category').notNull(),
});

/** A tested product; changed when its samples or ratings are. */
export const testedProducts = pgTable(
  'tested_products',
  {
    /**
     * PlasticList's product number, below 1000, or the code of a product that was funded here;
     * zero-padded to four digits at the edges.
     */
    originalId: integer('original_id').primaryKey(),
    /** The same code, where the product was funded here. */
    productId: integer('product_id')
      .unique()
      .references(() => products.id),
    /** As its product's: what it was tested for. */
    panel: text('panel').notNull().default('plastics'),
    name: text('name').notNull(),
    tags: text('tags').array().notNull(),
    /** null where unknown; 0 at the edge. */
    servingSizeG: doublePrecision('serving_size_g'),
    collectionNotes: text('collection_notes'),
    searchText: text('search_text').notNull(),
    /**
     * What its samples come to for a child, an adult, and a baby, and what is said of it, as
     * `app/results/answers/assess.ts` has it; null: of what the version before has published.
     */
    assessments: jsonb('assessments'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('tested_products_search_trigrams').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check('tested_products_code_is_number', sql`${t.productId} = ${t.originalId}`),
  ],
);

/**
 * How a tested product is rated in one family for a child: part of its assessments, written for the
 * version before alone, and dropped in the one after the next (decision 0196).
 */
export const testedRatings = pgTable(
  'tested_ratings',
  {
    original_id: integer()
      .notNull()
      .references(() => testedProducts.originalId, { onDelete: 'cascade' }),
    family: text().notNull(),
    risk: text().notNull(),
    tdi_percent: doublePrecision(),
    lower_percent: doublePrecision(),
    upper_percent: doublePrecision(),
    limit_unseen: boolean().notNull(),
    samples_disagree: boolean().notNull(),
    above_range: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.original_id, t.family] })],
);

/**
 * Every set of results that was ever published of a tested product, the current one included; rows
 * are added and never changed.
 */
export const resultRevisions = pgTable(
  'result_revisions',
  {
    originalId: integer('original_id')
      .notNull()
      .references(() => testedProducts.originalId),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    /** Why it differs from the one before; null for the first. */
    reason: text('reason'),
    publishedAt: moment('published_at').notNull(),
    /** Of the laboratory's file; null where it is not known any more. */
    fileSha256: text('file_sha256'),
    /** All of the product's samples as a samples file of their own, header included. */
    rows: text('rows').notNull(),
    /** What the file held beside samples, in no mean: blanks, spikes, duplicates; null: nothing. */
    controls: jsonb('controls'),
  },
  (t) => [
    primaryKey({ columns: [t.originalId, t.number] }),
    check(
      'result_revisions_with_reason',
      sql`${t.number} >= 1 and (${t.number} = 1) = (${t.reason} is null)`,
    ),
  ],
);

/** The laboratory's file and certificate of a revision, as they came; rows are added and never changed. */
export const resultEvidence = pgTable(
  'result_evidence',
  {
    originalId: integer('original_id').notNull(),
    number: integer('number').notNull(),
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.originalId, t.number, t.kind] }),
    check('result_evidence_kind_known', sql`${t.kind} in ('file', 'certificate')`),
    foreignKey({
      name: 'result_evidence_of_revision',
      columns: [t.originalId, t.number],
      foreignColumns: [resultRevisions.originalId, resultRevisions.number],
    }),
  ],
);

/** One sample of a tested product, as last published, or of a `[TEST]` product. */
export const labSamples = pgTable(
  'lab_samples',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sampleId: text('sample_id').notNull().unique(),
    testedProductId: integer('tested_product_id').references(() => testedProducts.originalId),
    productId: integer('product_id').references(() => products.id),
    lot: text('lot'),
    notes: text('notes'),
    /** The file's other columns (dates, places, shipment, methods), as reported. */
    provenance: jsonb('provenance').notNull().default({}),
  },
  (t) => [
    index('lab_samples_by_tested_product').on(t.testedProductId),
    index('lab_samples_by_product').on(t.productId),
    check(
      'lab_samples_of_one_product',
      sql`num_nonnulls(${t.testedProductId}, ${t.productId}) = 1`,
    ),
  ],
);

/** One concentration: the text as the lab reported it, and how it is read. */
export const labMeasurements = pgTable(
  'lab_measurements',
  {
    labSampleId: bigint('lab_sample_id', { mode: 'number' })
      .notNull()
      .references(() => labSamples.id),
    chemicalKey: text('chemical_key')
      .notNull()
      .references(() => storedChemicals.key),
    reported: text('reported').notNull(),
    status: text('status').notNull(),
    /** ng/g (ppb): the value, or the limit that `<` or `>` names; null where nothing was reported. */
    valueNgG: doublePrecision('value_ng_g'),
  },
  (t) => [
    primaryKey({ columns: [t.labSampleId, t.chemicalKey] }),
    check(
      'lab_measurements_status_known',
      sql`${t.status} in ('ok', 'below_loq', 'above_range', 'not_detected', 'not_tested')`,
    ),
  ],
);

/** Files taken in, by content: a start knows what it has already done. */
export const imports = pgTable(
  'imports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    fileSha256: text('file_sha256').notNull(),
    rowCount: integer('row_count').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('imports_once').on(t.kind, t.fileSha256)],
);
