import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { sealAll, type Unsealed } from '#app/log/seal.server.ts';
import { assess } from '#app/results/answers/assess.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import { measurementsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { metalsSaid, type Eaten } from '#app/results/samples/metals-said.ts';
import { panelOfSample } from '#app/results/samples/sample-row.ts';
import { LEVEL_RULE } from '#app/toxicology/level-rule.ts';
import { byFamily } from '#app/toxicology/families.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { logLeaves, resultRevisions } from '#db/schema.ts';
import type { RevisionRow } from './store.server.ts';

/** A product as its results are published now. */
interface PublishedNow extends Omit<FileProduct, 'collectionNotes'> {
  /** Of a test for metals: how it is eaten, as far as that is known. */
  eaten?: Eaten | undefined;
}

interface Sealing {
  /** Whose published file it is, where it is somebody else's. */
  source?: string | undefined;
  /** What the revisions are of; unknown of what was published before the log began. */
  products?: readonly PublishedNow[];
}

/** A laboratory's paper that is kept beside a revision. */
export interface Paper {
  originalId: number;
  number: number;
  kind: 'file' | 'certificate';
  content: Buffer;
}

/** Seals what a laboratory sent, by its hash: before the publication that rests on it. */
export async function sealPapers(tx: Tx, papers: readonly Paper[]): Promise<void> {
  if (papers.length === 0) return;
  const sent = papers.map(({ originalId: product, number: revision, kind, content }) => ({
    form: kind === 'file' ? ('laboratory-file' as const) : kind,
    body: { product, revision, sha256: createHash('sha256').update(content).digest('hex') },
  }));
  await sealAll(tx, sent);
}

/** Seals revisions in the transaction that adds them: as publications, corrections, or an import. */
export async function sealRevisions(
  tx: Tx,
  revisions: readonly RevisionRow[],
  { source, products = [] }: Sealing,
): Promise<void> {
  if (revisions.length === 0) return;
  const productOf = new Map(products.map((product) => [product.originalId, product]));
  const own = () => revisions.map((row) => publicationOf(row, productOf.get(row.originalId)));
  await sealAll(tx, source === undefined ? own() : importOf(source, revisions));
}

/**
 * Seals what was published before this database had a log, as it stands: PlasticList's results as an
 * import, everything else as a publication or a correction that states when that was.
 */
export async function sealEarlier(tx: Tx): Promise<void> {
  const [known] = await tx.select({ index: logLeaves.index }).from(logLeaves).limit(1);
  if (known) return;
  const { publishedAt, originalId, number } = resultRevisions;
  const rows = await tx
    .select()
    .from(resultRevisions)
    .orderBy(asc(publishedAt), asc(originalId), asc(number));
  const [imported, own] = [rows.filter(isImported), rows.filter((row) => !isImported(row))];
  await sealRevisions(tx, imported, { source: 'PlasticList' });
  await sealRevisions(tx, own, {});
}

const isImported = (row: RevisionRow) => !isFundable(row.originalId) && row.number === 1;

function importOf(source: string, revisions: readonly RevisionRow[]): Unsealed[] {
  const file_sha256 = revisions[0]?.fileSha256 ?? undefined;
  const products = revisions.map((row) => ({ ...whatIsIn(row), file_sha256 }));
  const samples = products.reduce((sum, one) => sum + one.samples, 0);
  return [
    { form: 'import', body: { source, file_sha256, samples, products: products.length } },
    ...products.map((body) => ({ form: 'imported-product' as const, body })),
  ];
}

function publicationOf(row: RevisionRow, product: PublishedNow | undefined): Unsealed {
  const body = {
    ...whatIsIn(row),
    file_sha256: row.fileSha256 ?? undefined,
    reason: row.reason ?? undefined,
    ...(product ? judged(product) : { published_at: row.publishedAt.toISOString() }),
  };
  return { form: row.number > 1 ? 'correction' : 'publication', body };
}

function whatIsIn({ originalId, number, rows }: RevisionRow) {
  return {
    product: originalId,
    revision: number,
    rows_sha256: createHash('sha256').update(rows).digest('hex'),
    // A line each, after the header's.
    samples: rows.split('\n').length - 2,
  };
}

/** What results are judged to be, by which rule, and for whom; and what is in no figure of them. */
function judged(product: PublishedNow) {
  const unused = product.samples.filter(({ provenance }) => provenance.not_used.trim() !== '');
  return {
    ...figuresOf(product),
    ...(unused.length > 0 && {
      not_used: unused.map(({ id, provenance }) => ({ sample: id, reason: provenance.not_used })),
    }),
  };
}

function figuresOf(product: PublishedNow) {
  if (product.samples.some((sample) => panelOfSample(sample) === metals)) {
    const { portion, sentence } = metalsSaid(product, product.eaten);
    return { rule: metals.rule, eater: { weight_kg: portion.weightKg }, sentence };
  }
  const own = assess({ ...product, samples: measurementsOf(product) }, eaterOf(product));
  return {
    rule: LEVEL_RULE,
    eater: { weight_kg: own.weight_kg, servings: own.servings },
    // A level only where it is certain.
    levels: byFamily((family) => own[family].word),
  };
}
