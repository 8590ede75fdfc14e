import { createHash } from 'node:crypto';
import { PROBLEMS_SHOWN, UPLOAD_GONE } from './result-upload.ts';
import { dropUpload, findUpload } from './result-uploads.server.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { panelOfTest } from '#app/catalogue/panel-of-test.server.ts';
import { importSamples, type ImportResult, type Intake } from './import-samples.server.ts';
import { NOT_PUBLISHABLE, type Unpublishable } from './mark-published.server.ts';
import { previewSamples } from './preview-samples.server.ts';
import { controlLine } from '#app/results/answers/control.ts';
import { previewLines } from './preview-lines.ts';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { planPublication } from './plan-publication.server.ts';
import { cellsToType, wronglyTyped } from './type-again.ts';

/** What an upload would change, or every complaint about it, `from` a place on; undefined: gone. */
export async function viewUpload(uploadId: string, from = 0) {
  const upload = await findUpload(uploadId);
  if (!upload) return undefined;
  const { id, fileName, sha256, aboutProductId: about, uploadedAt, content } = upload;
  const preview = await previewSamples(content, about ?? undefined);
  const view = {
    id,
    fileName,
    sha256,
    about,
    uploadedAt: uploadedAt.toISOString(),
    /** Its file name, where one came. */
    certificate: upload.certificateName,
  };
  if (!preview.ok) {
    const { problems } = preview;
    const shown = problems.slice(from, from + PROBLEMS_SHOWN);
    return { ...view, problems: { shown, from, total: problems.length }, plan: undefined };
  }
  const changed = preview.changes.filter(({ revision }) => revision !== null);
  return {
    ...view,
    problems: undefined,
    plan: {
      samples: preview.samples,
      fingerprint: preview.fingerprint,
      changes: changed.map((change) => {
        const [heading, ...lines] = previewLines(change, preview.told.get(change.originalId));
        const { originalId: productId, isCorrection } = change;
        return { productId, isCorrection, heading, lines };
      }),
      /** Published just so already. */
      unchanged: preview.changes.length - changed.length,
      /** Why it cannot be published now. */
      hindrances: preview.unpublishable.map(hindrance),
      controls: preview.controls.map(controlLine),
      doubts: preview.doubts,
      typedAgain: cellsToType(id, preview.written, preview).map(({ name, label }) => ({
        name,
        label,
      })),
    },
  };
}

export type UploadView = NonNullable<Awaited<ReturnType<typeof viewUpload>>>;

/** What an administrator has seen of an upload, as the form sends it back. */
interface Seen {
  uploadId: string;
  sha256: string;
  fingerprint: string;
  /** Why published results change; empty where none do. */
  reason: string;
  /** The doubts that were ticked. */
  confirmed: readonly string[];
  /** What was typed again from the laboratory's paper, by the name of its field. */
  typed: ReadonlyMap<string, string>;
}

/**
 * Publishes an upload just as it was previewed: the same text, and the same changes to what is
 * published now. The row of the trail and the publication stand or fall together.
 */
export async function publishUpload(by: Actor, seen: Seen): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const upload = await findUpload(seen.uploadId, tx, true);
    if (!upload) return refuse(404, UPLOAD_GONE);
    if (upload.sha256 !== seen.sha256)
      return refuse(409, 'That is not the file you previewed. Please look again.');
    const about = upload.aboutProductId;
    const { certificate, certificateName, content } = upload;
    const panel = await panelOfTest(about, tx);
    const reading = readLabFile(content, about ?? undefined, panel);
    const plan = reading.ok ? await planPublication(tx, reading, about ?? undefined) : reading;
    // Where something was published since the preview, that is what is said.
    const wrong =
      reading.ok && plan.ok && plan.fingerprint === seen.fingerprint
        ? wronglyTyped(cellsToType(upload.id, reading.written, plan), seen.typed)
        : [];
    if (wrong.length > 0)
      return refuse(
        409,
        `What you typed differs from the file: ${wrong.join('; ')}. Look at the laboratory’s paper again. If the file is wrong, correct it and upload it again.`,
      );
    const published = await importSamples(content, {
      ...(about === null ? {} : { about }),
      evidence: [
        {
          kind: 'file',
          fileName: upload.fileName,
          content: upload.original ?? Buffer.from(content),
        },
        ...(certificate && certificateName
          ? [{ kind: 'certificate' as const, fileName: certificateName, content: certificate }]
          : []),
      ],
      reason: seen.reason,
      previewed: seen.fingerprint,
      confirmed: seen.confirmed,
      within: tx,
    });
    if (!published.ok) return refusalOf(published);
    await dropUpload(tx, upload.id);
    const row = rowOf(published, { ...seen, fileName: upload.fileName });
    await note(row);
    return answer(200, { published: row.after.products, told: published.told });
  });
}

/** Publishes a file as `importSamples` does, in one transaction with the trail: nothing new leaves no row. */
export async function publishFile(
  by: Actor,
  fileName: string,
  text: string,
  file: Omit<Intake, 'within'>,
): Promise<ImportResult> {
  return administer(by, async (tx, note) => {
    const published = await importSamples(text, { ...file, within: tx });
    if (!published.ok || published.unchanged) return published;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const { reason = '', confirmed = [] } = file;
    await note(rowOf(published, { sha256, fileName, reason, confirmed }));
    return published;
  });
}

/** What the trail says of a publication. */
function rowOf(
  { samples, changes, told }: Extract<ImportResult, { ok: true }>,
  file: { sha256: string; fileName: string; reason: string; confirmed: readonly string[] },
) {
  const { sha256, fileName, confirmed } = file;
  const reason = file.reason.trim();
  const products = changes.map(({ originalId: product, revision }) => ({ product, revision }));
  const more = { ...(reason && { reason }), ...(confirmed.length > 0 && { confirmed }) };
  return {
    action: 'publish-results' as const,
    subject: `results file ${sha256}`,
    after: { fileName, samples, products, told, ...more },
  };
}

function refusalOf(refused: Extract<ImportResult, { ok: false }>): Answer {
  switch (refused.why) {
    case 'file': {
      const [{ line, reason }] = refused.problems;
      return refuse(400, `Line ${line}: ${reason}`);
    }
    case 'no_reason':
      return refuse(400, 'This changes published results. Say why. Everyone can read it.', {
        field: 'reason',
      });
    case 'changed_meanwhile':
      return refuse(409, 'Something has been published since the preview. Please look again.');
    case 'unconfirmed':
      return refuse(400, 'Check each line that asks to be confirmed, then publish.');
    case 'unpublishable':
      return refuse(409, hindrance(refused));
  }
}

function hindrance(of: { productId: number; because: Unpublishable }) {
  return `Product ${of.productId} cannot be published. ${NOT_PUBLISHABLE[of.because]}`;
}
