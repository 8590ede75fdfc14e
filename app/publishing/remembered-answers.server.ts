import { and, eq } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { expectedSamples } from '#app/testing/checked-samples.server.ts';
import { labReadings } from '#db/schema.ts';
import { headingsOf } from '#app/publishing/lab-file/read-lab-file.ts';
import type { Answers } from '#app/publishing/lab-file/reading.ts';

/** What was confirmed of the last file with these headings from the product's laboratory. */
export async function rememberedAnswers(content: string, about: number | null): Promise<Answers> {
  const laboratory = await laboratoryOf(db(), about);
  const headings = headingsOf(content);
  if (laboratory === undefined || headings === undefined) return {};
  const isThat = and(eq(labReadings.laboratory, laboratory), eq(labReadings.headings, headings));
  const [found] = await db().select().from(labReadings).where(isThat);
  return (found?.answers as Answers | undefined) ?? {}; // as written below
}

/** Keeps the unit that was confirmed with a file for the laboratory's next one; lines are its own. */
export async function rememberAnswers(
  tx: Tx,
  content: string,
  about: number | null,
  { unit }: Answers,
): Promise<void> {
  const laboratory = await laboratoryOf(tx, about);
  const headings = headingsOf(content);
  if (laboratory === undefined || headings === undefined || unit === undefined) return;
  const answers = { unit };
  await tx
    .insert(labReadings)
    .values({ laboratory, headings, answers, confirmedAt: now() })
    .onConflictDoUpdate({
      target: [labReadings.laboratory, labReadings.headings],
      set: { answers, confirmedAt: now() },
    });
}

async function laboratoryOf(tx: Tx, about: number | null): Promise<string | undefined> {
  if (about === null) return undefined;
  const [first] = (await expectedSamples(tx, [about])).get(about) ?? [];
  return first?.laboratory?.trim().toLowerCase() || undefined;
}
