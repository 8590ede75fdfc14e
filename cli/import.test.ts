import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTestedProducts } from '#app/results/import-samples.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { runImport } from './import.ts';

useDatabase();

const dataset = 'db/data/plasticlist/samples.tsv';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(file: string) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(out), text(err)]);
  const exitCode = await runImport(file, out, err);
  out.end();
  err.end();
  const [stdout, stderr] = await printed;
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
    const first = await run(dataset);
    expect(first).toMatchObject({ exitCode: 0, stdout: 'Imported 618 samples of 236 products.\n' });
    expect(first.stderr).toMatch(/\rImporting samples: 618 of 618\n$/);
    const second = await run(dataset);
    expect(second).toMatchObject({
      exitCode: 0,
      stdout: '618 samples of 236 products: nothing new.\n',
    });
  });
});
