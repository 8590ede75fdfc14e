import { and, asc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { resultEvidence } from '#db/schema.ts';

export const NO_SUCH_FILE = 'No laboratory’s file is kept with that revision.';

/** The revisions of a product with which the laboratory's file is kept, the oldest first. */
export async function revisionsWithFile(originalId: number): Promise<number[]> {
  const { number } = resultEvidence;
  const rows = await db()
    .select({ number })
    .from(resultEvidence)
    .where(isFileOf(originalId))
    .orderBy(asc(number));
  return rows.map((row) => row.number);
}

/** The file that a revision was published from, for administrators alone: a workbook names who wrote it. */
export async function laboratoryFile(originalId: number, number: number) {
  const { fileName, content } = resultEvidence;
  const isThat = and(isFileOf(originalId), eq(resultEvidence.number, number));
  const [file] = await db().select({ fileName, content }).from(resultEvidence).where(isThat);
  return file;
}

const isFileOf = (originalId: number) =>
  and(eq(resultEvidence.originalId, originalId), eq(resultEvidence.kind, 'file'));
