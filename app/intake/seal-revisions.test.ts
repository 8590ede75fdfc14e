import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db, inTransaction } from '#app/database/db.server.ts';
import { logLeaves, resultRevisions } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { LEVEL_RULE } from '#app/toxicology/level-rule.ts';
import { importSamples } from './import-samples.server.ts';
import { sealEarlier } from './seal-revisions.server.ts';

useDatabase();

const leaves = async () => {
  const rows = await db().select().from(logLeaves).orderBy(asc(logLeaves.index));
  return rows.map(({ leaf }) => JSON.parse(leaf) as Record<string, unknown>);
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('published results', () => {
  it('are sealed with what they are: an import of a file, and a correction with its reason', async () => {
    const file = samplesFile(
      { id: '1', product_id: '7', DEHP_ng_g: '1' },
      { id: '2', product_id: '8' },
    );
    await importSamples(file, { source: 'Somebody' });
    const later = samplesFile({ id: '1', product_id: '7', DEHP_ng_g: '2', BPA_ng_g: '<1' });
    await importSamples(later, { reason: 'Measured again.' });
    await importSamples(later); // and nothing of what was there
    const revisions = await db()
      .select()
      .from(resultRevisions)
      .orderBy(asc(resultRevisions.number), asc(resultRevisions.originalId));
    const rows = revisions.map((row) => sha256(row.rows));
    const product = { form: 'openassay/imported-product/1', revision: 1, samples: 1 };
    expect(await leaves()).toMatchObject([
      { form: 'openassay/import/1', source: 'Somebody', file_sha256: sha256(file), products: 2 },
      { ...product, product: 7, rows_sha256: rows[0] },
      { ...product, product: 8, rows_sha256: rows[1] },
      {
        form: 'openassay/correction/2',
        product: 7,
        revision: 2,
        reason: 'Measured again.',
        file_sha256: sha256(later),
        rows_sha256: rows[2],
        rule: { ...LEVEL_RULE },
        eater: { weight_kg: 14, servings: 1 },
        levels: { phthalates: 'Low', bisphenols: 'Can’t tell' },
      },
    ]);
  });

  it('name whom their words are for: of infant formula, a baby of six servings a day', async () => {
    const formula = { id: '9', product_id: '9', product: 'Infant Tub', tags: 'formula' };
    await importSamples(samplesFile({ ...formula, DEHP_ng_g: '40', serving_size_g: '20' }));
    expect((await leaves()).at(-1)).toMatchObject({
      form: 'openassay/publication/2',
      eater: { weight_kg: 5, servings: 6 },
      // Of a child of 14 kg with one serving it would be Low: 800 of 700,000 ng.
      levels: { phthalates: expect.stringMatching(/^(?!Low)/) },
    });
  });

  it('of before the log are sealed once, as they stand', async () => {
    await asOwner(
      `alter table log_leaves disable trigger all; delete from log_leaves; alter table log_leaves enable trigger all`,
    );
    await inTransaction(sealEarlier);
    await inTransaction(sealEarlier);
    expect(
      (await leaves()).map(({ form, product, published_at: at }) => [form, product, !at]),
    ).toEqual([
      ['openassay/import/1', undefined, true],
      ['openassay/imported-product/1', 7, true],
      ['openassay/imported-product/1', 8, true],
      ['openassay/imported-product/1', 9, true],
      ['openassay/correction/2', 7, false],
    ]);
  });
});
