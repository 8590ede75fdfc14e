import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asc, inArray, sql } from 'drizzle-orm';
import { snapshot, type Tx } from '#app/database/db.server.ts';
import { stripEmails, type LeafBody } from '#app/log/forms.ts';
import { sealedTimes } from '#app/log/sealed-times.server.ts';
import { currentTree, entriesOf } from '#app/log/store.server.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { inOrder } from '#app/results/samples/in-order.ts';
import { logLeaves, resultEvidence, resultRevisions, testedProducts } from '#db/schema.ts';
import { loadPublished } from './load-published.server.ts';
import { compareNamesWithLog, type SealedProduct } from './compare-names-with-log.server.ts';
import { assessmentsThatDiffer } from './rate-anew.server.ts';
import type { RevisionRow } from './store.server.ts';

/** Products that are read together. */
const BATCH = 100;

const FORMS = [
  'imported-product',
  'publication',
  'correction',
  'certificate',
  'laboratory-file',
] as const;

type IsThen = Awaited<ReturnType<typeof sealedTimes>>;

interface Entry {
  index: number;
  form: string;
  at: string;
  body: { product: number; revision: number } & Partial<
    LeafBody<'publication'> & LeafBody<'certificate'>
  >;
}

/**
 * Compares published results, as reports read them, with what was sealed of them: every revision, the
 * samples, levels, and names that stand now, and the laboratory's papers. Resolves to how many products were
 * looked at, and to a sentence for each thing that differs.
 */
export async function compareResultsWithLog(): Promise<{ looked: number; found: string[] }> {
  return snapshot(async (tx) => {
    const ids = await productsIn(tx);
    const isThen = await sealedTimes(tx, (await currentTree(tx)).tree);
    const found: string[] = [];
    for (let at = 0; at < ids.length; at += BATCH)
      found.push(...(await lookAt(tx, ids.slice(at, at + BATCH), isThen)));
    // Nothing is stored yet of what the version before has published.
    for await (const rows of assessmentsThatDiffer(tx))
      for (const { originalId: id, stored } of rows)
        if (stored !== null) found.push(`Levels of product ${id} do not follow from its results.`);
    return { looked: ids.length, found };
  });
}

/** All that have results here, or in the log. */
async function productsIn(tx: Tx): Promise<number[]> {
  const { tree } = await currentTree(tx);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${testedProducts.originalId} as id from ${testedProducts}
    union
    select product_id from ${logLeaves}
    where tree = ${tree} and form in ('imported-product', 'publication', 'correction')
    order by 1`);
  return rows.map(({ id }) => id);
}

async function lookAt(tx: Tx, ids: readonly number[], isThen: IsThen): Promise<string[]> {
  const entries = Map.groupBy(await entriesOf(tx, FORMS, ids), ({ body }): number => body.product);
  const { originalId, number } = resultRevisions;
  const rows = await tx
    .select()
    .from(resultRevisions)
    .where(inArray(originalId, [...ids]))
    .orderBy(asc(originalId), asc(number));
  const revisions = Map.groupBy(rows, (row) => row.originalId);
  const published = await loadPublished(tx, ids);
  const papers = Map.groupBy(await papersOf(tx, ids), (paper) => paper.product);
  const last = ids.flatMap((id): SealedProduct[] => {
    const row = revisions.get(id)?.at(-1);
    const [product] = row ? productsOf(samplesIn(row.rows)) : [];
    return row && product ? [{ product, publishedAt: row.publishedAt }] : [];
  });
  const names = await compareNamesWithLog(tx, last);
  const found = ids.flatMap((id) => {
    const [sealed, own] = [entries.get(id) ?? [], revisions.get(id) ?? []];
    const row = own.at(-1);
    const now = published.get(id)?.product.samples ?? [];
    const isNow = row && isDeepStrictEqual(whatCounts(samplesIn(row.rows)), whatCounts(now));
    return [
      ...revisionsBeside(id, sealed, own, isThen),
      ...papersBeside(id, sealed, papers.get(id) ?? []),
      ...(isNow ? [] : [`Results of product ${id} are not those that were published last.`]),
    ];
  });
  return [...found, ...names];
}

function revisionsBeside(
  id: number,
  sealed: readonly Entry[],
  rows: readonly RevisionRow[],
  isThen: IsThen,
) {
  const last = new Map(
    sealed.filter(({ body }) => body.rows_sha256).map((entry) => [entry.body.revision, entry]),
  );
  const found = rows.flatMap((row) => {
    const entry = last.get(row.number);
    last.delete(row.number);
    const name = `Revision ${row.number} of product ${id}`;
    if (!entry) return [`${name} was never sealed.`];
    return isAsSealed(row, entry, isThen) ? [] : [`${name} is not as entry ${entry.index} has it.`];
  });
  const gone = [...last.values()].map(
    ({ index, body }) => `Revision ${body.revision} of product ${id}, entry ${index}, is missing.`,
  );
  return [...found, ...gone];
}

function isAsSealed(row: RevisionRow, { form, at, body }: Entry, isThen: IsThen): boolean {
  const sealedAt = Date.parse(body.published_at ?? at);
  return (
    body.rows_sha256 === createHash('sha256').update(row.rows).digest('hex') &&
    (body.file_sha256 ?? null) === row.fileSha256 &&
    (body.reason ?? '') === stripEmails(row.reason ?? '') &&
    // An import can be sealed long after it.
    (form === 'imported-product' || isThen(row.publishedAt, sealedAt))
  );
}

type PaperHere = Awaited<ReturnType<typeof papersOf>>[number];

function papersBeside(id: number, sealed: readonly Entry[], papers: readonly PaperHere[]) {
  const told = ({ form, revision, sha256 }: Omit<PaperHere, 'product'>) =>
    `${form} of revision ${revision} of product ${id}, ${sha256}`;
  // What was published before there was a log has papers without an entry.
  const early = sealed.filter(({ body }) => body.published_at).map(({ body }) => body.revision);
  const entries = sealed.flatMap(({ form, body: { revision, sha256 } }) =>
    sha256 ? [told({ form, revision, sha256 })] : [],
  );
  const here = papers.filter(({ revision }) => !early.includes(revision)).map(told);
  return [
    ...here.filter((text) => !entries.includes(text)).map((text) => `Never sealed: ${text}.`),
    ...entries.filter((text) => !here.includes(text)).map((text) => `Missing: ${text}.`),
  ];
}

async function papersOf(tx: Tx, ids: readonly number[]) {
  const { originalId: product, number: revision, kind, content } = resultEvidence;
  const sha256 = sql<string>`encode(sha256(${content}), 'hex')`;
  const rows = await tx
    .select({ product, revision, kind, sha256 })
    .from(resultEvidence)
    .where(inArray(product, [...ids]));
  return rows.map(({ kind, ...row }) => ({
    ...row,
    form: kind === 'file' ? 'laboratory-file' : kind,
  }));
}

function samplesIn(rows: string): readonly Sample[] {
  const read = parseSamplesFile(rows);
  return read.ok ? read.samples : [];
}

/** All that a report draws from samples; what a product is called is compared by itself. */
function whatCounts(samples: readonly Sample[]) {
  return inOrder(samples).map(({ line: _line, product: _product, ...rest }) => rest);
}
