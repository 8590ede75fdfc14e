import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { RESULTS_FILE_BYTES, UPLOAD_GONE, UPLOAD_RETENTION_HOURS } from './result-upload.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { fileText } from './file-text.server.ts';
import { readCertificate } from './read-certificate.server.ts';
import { resultUploads } from '#db/schema.ts';

/** A laboratory's file as it was uploaded. */
type Upload = typeof resultUploads.$inferSelect;

/** Keeps a file for a day to be looked at and published; `about` is the form's product code. */
export async function keepUpload(
  by: Actor,
  file: FormDataEntryValue | null,
  about: string,
  certificate: FormDataEntryValue | null = null,
): Promise<Answer> {
  if (!isChosen(file)) return refuse(400, 'Choose a file.', { field: 'file' });
  if (file.size === 0) return refuse(400, 'The file is empty.', { field: 'file' });
  if (file.size > RESULTS_FILE_BYTES)
    return refuse(413, 'The file is larger than 2 MB.', { field: 'file' });
  const code = about.trim();
  if (code !== '' && !/^[1-9]\d{0,8}$/.test(code))
    return refuse(400, 'A product code is a whole number, such as 2001.', { field: 'product' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = fileText(bytes);
  if (!read.ok) return refuse(415, `The file ${read.reason}.`, { field: 'file' });
  const paper = isChosen(certificate)
    ? await readCertificate(new Uint8Array(await certificate.arrayBuffer()))
    : undefined;
  if (paper && !paper.ok) return refuse(415, paper.error, { field: 'certificate' });
  const aboutProductId = code === '' ? null : Number(code);
  const row = {
    fileName: nameOf(file, 'results'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: read.text,
    aboutProductId,
    uploadedAt: now(),
    certificateName: paper && isChosen(certificate) ? nameOf(certificate, 'certificate') : null,
  };
  return administer(by, async (tx, note) => {
    const [stored] = await tx
      .insert(resultUploads)
      .values({ ...row, original: Buffer.from(bytes), certificate: paper?.value ?? null })
      .returning({ id: resultUploads.id });
    const { content: _content, uploadedAt: _at, certificateName, ...rest } = row;
    const after = { ...rest, ...(certificateName === null ? {} : { certificateName }) };
    const subject = `results file ${row.sha256}`;
    await note({ action: 'upload-results', subject, after });
    return answer(200, { upload: stored?.id });
  });
}

/** A browser sends a file without a name where none was chosen. */
function isChosen(file: FormDataEntryValue | null): file is File {
  return file instanceof File && (file.name !== '' || file.size > 0);
}

function nameOf(file: File, otherwise: string): string {
  return file.name.replaceAll(/\p{C}/gu, '').slice(0, 200) || otherwise;
}

/** An upload that is not older than a day; locked until the transaction ends where it is asked for. */
export async function findUpload(
  uploadId: string,
  tx: Tx = db(),
  isToBeLocked = false,
): Promise<Upload | undefined> {
  if (!isUuid(uploadId)) return undefined;
  const isOwn = and(eq(resultUploads.id, uploadId), gt(resultUploads.uploadedAt, oldest()));
  const query = tx.select().from(resultUploads).where(isOwn);
  const [upload] = isToBeLocked ? await query.for('update') : await query;
  return upload;
}

/** Forgets an upload before its day is over. */
export async function discardUpload(by: Actor, uploadId: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const upload = await findUpload(uploadId, tx, true);
    if (!upload) return refuse(404, UPLOAD_GONE);
    await dropUpload(tx, upload.id);
    const subject = `results file ${upload.sha256}`;
    const before = { fileName: upload.fileName };
    await note({ action: 'discard-results', subject, before });
    return answer(200, {});
  });
}

/** Takes an upload away: what was published stands as a revision. */
export async function dropUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.delete(resultUploads).where(eq(resultUploads.id, uploadId));
}

/** Forgets what nobody has published within a day. */
export async function pruneUploads(): Promise<void> {
  await db().delete(resultUploads).where(lte(resultUploads.uploadedAt, oldest()));
}

function oldest(): Date {
  return new Date(now().getTime() - UPLOAD_RETENTION_HOURS * 3_600_000);
}
