import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTyped } from '#test/commands/run-typed.ts';

const dataset = 'db/data/plasticlist/samples.tsv';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'figures-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(file: string) {
  const { code: exitCode, sentence: stdout, stderr } = await runTyped('figures', file);
  return { exitCode, stdout, stderr };
}

async function written(content: string | Uint8Array): Promise<string> {
  const file = join(folder, 'samples.tsv');
  await writeFile(file, content);
  return file;
}

describe('openassay figures', () => {
  test('prints a line a sample', async () => {
    const { exitCode, stdout, stderr } = await run(dataset);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').length).toBe(1 + 618 + 1);
  });

  test('refuses a bad file with line and reason, and prints no figure', async () => {
    const good = await readFile(dataset, 'utf8');
    const file = await written(good.replace('\t17\t<10\t<5\t', '\t17x\t<10\t<5\t'));
    const { exitCode, stdout, stderr } = await run(file);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+: line 3: DEHP_ng_g: "17x" is not a number.+\n$/);
  });

  test('shows the first fifty problems and counts the rest', async () => {
    const good = await readFile(dataset, 'utf8');
    const { stderr } = await run(await written(good.replaceAll('\t<10\t', '\t<-10\t')));
    expect(stderr.trimEnd().split('\n').length).toBe(51);
    expect(stderr).toMatch(/and \d+ more\n$/);
  });

  test('says so when there is no such file, or it is not text', async () => {
    const missing = await run(join(folder, 'nowhere.tsv'));
    expect(missing.exitCode).toBe(1);
    expect(missing.stderr).toContain('ENOENT');
    const binary = await run(await written(new Uint8Array([0x69, 0x64, 0xff, 0xfe])));
    expect(binary.exitCode).toBe(1);
    expect(binary.stderr).toContain('neither UTF-8');
  });
});
