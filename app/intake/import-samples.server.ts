import { hash } from 'node:crypto';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { present } from '#app/kit/assert.ts';
import { searchable } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, undoable, type Tx } from '#app/database/db.server.ts';
import { stripEmails } from '#app/log/forms.ts';
import { imports, resultEvidence, testedProducts } from '#db/schema.ts';
import { tagsWithKind } from '#app/results/answers/product-category.ts';
import { type FileProduct } from '#app/results/samples/file-products.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { panelOfTest } from '#app/catalogue/panel-of-test.server.ts';
import { keepFirstRevisions } from './load-published.server.ts';
import { readLabFile, type FileReading } from '#app/intake/lab-file/read-lab-file.ts';
import { markPublished, type Unpublishable } from './mark-published.server.ts';
import { planPublication } from './plan-publication.server.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { samplesText } from '#app/results/samples/samples-text.ts';
import { rateAnewOf } from './rate-anew.server.ts';
import { sealPapers, sealRevisions, type Paper } from './seal-revisions.server.ts';
import * as store from './store.server.ts';
import { tellOfChange } from './tell-change.server.ts';

/** A laboratory's paper as it came. */
interface LaboratoryPaper extends Pick<Paper, 'kind' | 'content'> {
  fileName: string;
}

/** How a file is taken in. */
export interface Intake {
  /** The product that the whole file is about; without it, every line names its own. */
  about?: number;
  /** Why published results change, for everybody to read. */
  reason?: string;
  /** The fingerprint of the preview: whatever was published since stops it. */
  previewed?: string;
  /** The doubts that a person has confirmed; without it, none is asked about. */
  confirmed?: readonly string[];
  /** What is kept beside the results: the laboratory's file as it came, and its certificate. */
  evidence?: readonly LaboratoryPaper[];
  /** Whose published file it is, where it is somebody else's: sealed as that. */
  source?: string;
  /** A transaction that does more than this. */
  within?: Tx;
  /** Hears how many samples of how many are written. */
  onProgress?: (done: number, total: number) => void;
}

export type ImportRefusal = { readonly ok: false } & (
  | { readonly why: 'file'; readonly problems: readonly [FileProblem, ...FileProblem[]] }
  /** Published results of these products would change, and nobody says why. */
  | { readonly why: 'no_reason'; readonly products: readonly number[] }
  | { readonly why: 'changed_meanwhile' }
  | { readonly why: 'unconfirmed'; readonly doubts: readonly string[] }
  | { readonly why: 'unpublishable'; readonly productId: number; readonly because: Unpublishable }
);

export type ImportResult =
  | {
      readonly ok: true;
      /** Samples and tested products that the file speaks of. */
      readonly samples: number;
      readonly products: number;
      /** Everything was there already, letter by letter. */
      readonly unchanged: boolean;
      /** The products that have a new revision. */
      readonly changes: readonly ProductChange[];
      /** The products whose people are told: of first results, or of what is news of later ones. */
      readonly told: readonly number[];
    }
  | ImportRefusal;

/** Samples written in one go, and between two reports of progress. */
const BATCH_SAMPLES = 150;

/**
 * Publishes a laboratory's file: chemicals, tested products with their risk row, samples,
 * measurements and a revision of each product that changes, in one transaction. The file states all
 * samples of each product it mentions; other products stay. The same results again change nothing,
 * other results of a published product are a correction and need a reason. A funded product with new
 * results is marked as published, and what refuses it refuses the file. A refused file leaves nothing. Two publications at once make one after the other.
 */
export async function importSamples(text: string, intake: Intake = {}): Promise<ImportResult> {
  const reading = readLabFile(text, intake.about, await panelOfTest(intake.about));
  if (!reading.ok) return { ok: false, problems: reading.problems, why: 'file' };
  return undoable<ImportResult>(
    (tx, undo) => publish(tx, text, reading, intake, undo),
    intake.within,
  );
}

/** Whether any tested product is there: a start then has nothing to import. */
export async function hasTestedProducts(): Promise<boolean> {
  const [row] = await db().select({ id: testedProducts.originalId }).from(testedProducts).limit(1);
  return row !== undefined;
}

async function publish(
  tx: Tx,
  text: string,
  reading: FileReading,
  intake: Intake,
  undo: (refusal: ImportRefusal) => never,
): Promise<ImportResult> {
  await keepFirstRevisions(tx); // and takes the turn
  const plan = await planPublication(tx, reading, intake.about);
  if (!plan.ok) return { ...plan, why: 'file' };
  if (intake.previewed !== undefined && intake.previewed !== plan.fingerprint) {
    return { ok: false, why: 'changed_meanwhile' };
  }
  const { confirmed } = intake;
  const open = confirmed ? plan.doubts.filter((doubt) => !confirmed.includes(doubt)) : [];
  if (open.length > 0) return { ok: false, why: 'unconfirmed', doubts: open };
  const changes = plan.changes.filter((change) => change.revision !== null);
  const reason = stripEmails(readable(intake.reason ?? ''));
  const corrected = changes.filter((change) => change.isCorrection).map((c) => c.originalId);
  if (corrected.length > 0 && reason === '') {
    return { ok: false, why: 'no_reason', products: corrected };
  }
  let changed = await writeResults(tx, plan.products, plan.kinds, intake.onProgress);
  const { controls } = reading;
  const said = {
    reason,
    fileSha256: hash('sha256', text),
    controls: controls.length > 0 ? controls : null,
  };
  const revisions = revisionsOf(plan.products, changes, said);
  changed += await store.addRevisions(tx, revisions);
  const ids = plan.products.map((product) => product.originalId);
  changed += await rateAnewOf(tx, ids);
  const papers = await addEvidence(tx, changes, intake.evidence ?? []);
  const told = await tellPeople(tx, changes, undo);
  const file = { kind: 'samples', fileSha256: said.fileSha256, rowCount: reading.samples.length };
  await tx.insert(imports).values(file).onConflictDoNothing();
  await sealPapers(tx, papers);
  await sealRevisions(tx, revisions, {
    source: intake.source,
    products: plan.products.map((product) => ({
      ...product,
      eaten: plan.eaten.get(product.originalId),
      tags: tagsWithKind(product.tags, plan.kinds.get(product.originalId)),
    })),
  });
  return {
    ok: true,
    samples: reading.samples.length,
    products: plan.products.length,
    unchanged: changed === 0,
    changes,
    told,
  };
}

/** Makes the stored results those of the file; resolves to the number of rows that changed. */
async function writeResults(
  tx: Tx,
  products: readonly FileProduct[],
  kinds: ReadonlyMap<number, string>,
  onProgress: Intake['onProgress'] = () => {},
): Promise<number> {
  const samples = products.flatMap((product) => product.samples);
  const rows = products.map((product) => testedRow(product, kinds.get(product.originalId)));
  const [ids, sampleIds] = [rows.map((row) => row.originalId), samples.map(({ id }) => id)];
  let changed = await store.writeChemicals(tx);
  changed += await store.writeTestedProducts(tx, rows);
  changed += await store.deleteOtherSamples(tx, ids, sampleIds);
  for (let at = 0; at < samples.length; at += BATCH_SAMPLES) {
    const batch = samples.slice(at, at + BATCH_SAMPLES);
    changed += await store.writeSamples(tx, batch, ({ productId }) => ({
      testedProductId: productId,
    }));
    onProgress(at + batch.length, samples.length);
  }
  return changed;
}

function testedRow(product: FileProduct, kind: string | undefined): store.TestedProductRow {
  const { originalId, name, servingSizeG, collectionNotes } = product;
  return {
    originalId,
    productId: isFundable(originalId) ? originalId : null,
    name,
    tags: tagsWithKind(product.tags, kind),
    servingSizeG,
    collectionNotes,
    searchText: searchable(name),
  };
}

function revisionsOf(
  products: readonly FileProduct[],
  changes: readonly ProductChange[],
  said: Pick<store.RevisionRow, 'reason' | 'fileSha256' | 'controls'>,
): store.RevisionRow[] {
  const byId = new Map(products.map((product) => [product.originalId, product]));
  const publishedAt = now();
  return changes.map(({ originalId, revision, isCorrection }) => ({
    originalId,
    number: present(revision, 'revision'),
    ...said,
    reason: isCorrection ? said.reason : null,
    publishedAt,
    rows: samplesText(present(byId.get(originalId), `product ${originalId}`).samples),
  }));
}

async function addEvidence(
  tx: Tx,
  changes: readonly ProductChange[],
  evidence: readonly LaboratoryPaper[],
): Promise<Paper[]> {
  const rows = changes.flatMap(({ originalId, revision }) =>
    evidence.map((one) => ({ originalId, number: present(revision, 'revision'), ...one })),
  );
  if (rows.length > 0) await tx.insert(resultEvidence).values(rows);
  return rows;
}

/** Marks the funded products among those that change; resolves to all whose people are told. */
async function tellPeople(
  tx: Tx,
  changes: readonly ProductChange[],
  undo: (refusal: ImportRefusal) => never,
): Promise<number[]> {
  const told: number[] = [];
  // In one go, as everything locks products.
  await lockProducts(tx, changes.map(({ originalId }) => originalId).filter(isFundable));
  for (const change of changes) {
    const { originalId: productId, sampleCount } = change;
    const marked = isFundable(productId) && (await markPublished(tx, productId, sampleCount));
    if (marked && 'because' in marked)
      return undo({ ok: false, why: 'unpublishable', productId, because: marked.because });
    const isFirst = marked && marked.isTold;
    if (isFirst || (await tellOfChange(tx, change))) told.push(productId);
  }
  return told;
}

/** On one line, without what can't be shown or stored. */
function readable(reason: string): string {
  return reason.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
