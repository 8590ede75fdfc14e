import { db } from '#app/platform/database/db.server.ts';
import type { ImportRefusal } from './import-samples.server.ts';
import { planPublication } from './plan-publication.server.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

export type Preview =
  | {
      readonly ok: true;
      readonly samples: number;
      /** One for each product of the file, unchanged ones included, in the order of the numbers. */
      readonly changes: readonly ProductChange[];
      /** To publish exactly this: see `Intake.previewed`. */
      readonly fingerprint: string;
    }
  | Extract<ImportRefusal, { why: 'file' }>;

/** What publishing a file would change, from one snapshot; nothing is written. */
export async function previewSamples(text: string, about?: number): Promise<Preview> {
  const parsed = parseSamplesFile(text, about);
  if (!parsed.ok) return { ...parsed, why: 'file' };
  const plan = await db().transaction((tx) => planPublication(tx, parsed.samples, about), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  if (!plan.ok) return { ...plan, why: 'file' };
  const { changes, fingerprint } = plan;
  return { ok: true, samples: parsed.samples.length, changes, fingerprint };
}
