import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTestedProducts } from '#app/intake/import-samples.server.ts';
import { products } from '#db/schema.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { wideFile } from '#test/support/lab-file.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const dataset = 'db/data/plasticlist/samples.tsv';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const { code: exitCode, sentence: stdout, stderr } = await runTyped('import', ...args);
  return { exitCode, stdout, stderr };
}

describe('openassay import', () => {
  test('refuses a bad file with line and reason, and takes nothing in', async () => {
    const file = join(folder, 'bad.tsv');
    const good = await readFile(dataset, 'utf8');
    await writeFile(file, good.replace('\t17\t<10\t<5\t', '\t17x\t<10\t<5\t'));
    const { exitCode, stdout, stderr } = await run(file);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+bad\.tsv: line 3: DEHP_ng_g: "17x" is not a number.+\n$/);
    expect(await hasTestedProducts()).toBe(false);
  });

  test('says when there is no such file', async () => {
    const { exitCode, stderr } = await run(join(folder, 'none.tsv'));
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/can't be read \(ENOENT\)/)]);
  });

  test('takes a file in with a progress line, and finds nothing new the second time', async () => {
    const first = await run(dataset, '--confirm');
    expect(first).toMatchObject({ exitCode: 0, stdout: 'Imported 618 samples of 236 products.\n' });
    expect(first.stderr).toMatch(/\rImporting samples: 618 of 618\n$/);
    const second = await run(dataset);
    expect(second).toMatchObject({
      exitCode: 0,
      stdout: '618 samples of 236 products: nothing new.\n',
    });
  });

  test('previews a correction, wants a reason for it, and publishes it as a revision', async () => {
    const file = join(folder, 'one.csv');
    const published = samplesFile({ id: 'a', DEHP_ng_g: '100', product_id: '900' });
    await writeFile(file, published);
    expect(await run(file, '--confirm')).toMatchObject({
      exitCode: 0,
      stdout: 'Imported 1 sample of 1 product.\n',
    });
    await writeFile(file, productFile({ id: 'a', DEHP_ng_g: '10' }, { id: 'b', DEHP_ng_g: '10' }));
    const preview = await run(file, '--product', '900', '--preview');
    expect(preview).toMatchObject({ exitCode: 0, stderr: '' });
    expect(preview.stdout.split('\n')).toEqual([
      'Product 900, Tap Water: revision 2, a correction, needs a reason',
      '  1 sample added: b',
      '  sample a, DEHP_ng_g: 100 → 10',
      // 24,000 and 2,400 ng of 700,000.
      '  DEHP: 100 ng/g (3.4%, at most 3.4% of the EFSA limit) → 10 ng/g (0.34%, at most 0.34% of the EFSA limit)',
      expect.stringMatching(/^ {2}Phthalates: Medium, 3\.4%, at most .+ → Low, 0\.34%, at most /),
      'To confirm:',
      '  Product 900: Phthalates were published as Medium and become Low.',
      'Nothing was written.',
      '',
    ]);
    expect(await run(file, '--product', '900', '--confirm')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'other results of product 900 are already published. Say why',
      ),
    });
    const done = await run(file, '--product', '900', '--reason', 'One was missing.', '--confirm');
    expect(done).toMatchObject({
      exitCode: 0,
      stdout: 'Imported 2 samples of 1 product.\nProduct 900 is at revision 2.\n',
    });
    expect(await run(file, '--product', '900', '--preview')).toMatchObject({
      stdout: '1 product: nothing new\nNothing was written.\n',
    });
  });

  test('publishes a funded product, and says why not', async () => {
    const funded = { name: 'Oats', brand: 'Mill', searchText: 'oats\nmill', raisedCents: 127_500 };
    await addRows(products, [
      { id: 1001, ...funded },
      { id: 1002, ...funded, raisedCents: 0 },
    ]);
    await registers(1001);
    const file = join(folder, 'funded.csv');
    await writeFile(file, productFile({ id: 'f' }));
    const refusal = 'Product 1002 cannot be published. It is not fully funded.\n';
    const refused = await run(file, '--product', '1002', '--confirm');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(refusal);
    expect(await run(file, '--product', '1002', '--preview')).toMatchObject({
      exitCode: 1,
      stderr: refusal,
    });
    expect(await run(file, '--product', '1001')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('No samples of product 1001 are recorded at the desk.'),
    });
    expect(await run(file, '--product', '1001', '--confirm')).toMatchObject({
      exitCode: 0,
      stdout:
        'Imported 1 sample of 1 product.\nProduct 1001 is tested. Contributors and followers are told.\n',
    });
  });

  test('reads the template, and says of a laboratory’s own file what to write', async () => {
    const file = join(folder, 'template.csv');
    await writeFile(file, wideFile({ sample: '950-1', unit: 'mg/kg', DEHP: '0.0415' }));
    expect(await run(file, '--product', '950', '--preview')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/DEHP: .* → 41\.5 ng\/g/),
    });
    const own = 'test/data/lab-files/09-no-unit.csv';
    const refused = await run(own, '--product', '950', '--preview');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('line 1: these are not the headings of the template');
  });

  test.each([
    [],
    ['a', 'b'],
    ['a', '--product', 'x'],
    ['a', '--product', '0'],
    ['a', '--reasons', 'x'],
  ])('does not run with %j, %j, %j', async (...args) => {
    expect((await run(...args)).exitCode).toBeUndefined();
  });
});
