import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { PATH, HOME } = process.env;
const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: folder } as const;

/* Where the help has changed, `npx vitest run cli/openassay -u` writes the page anew. */
it('docs/commands.md lists the commands as `openassay help` prints them', async () => {
  const sentence = execFileSync(process.execPath, ['cli/run.cjs', 'openassay', 'help'], {
    encoding: 'utf8',
  });
  const page = readFileSync('docs/commands.md', 'utf8');
  const listed = page.replace(/(?<=```text\n)[^]*?(?=```)/, () => sentence);
  expect(listed).toContain(sentence);
  await expect(listed).toMatchFileSnapshot('../docs/commands.md');
});

it.each([
  [['migrate', '--help'], 0, /^ {2}migrate {9}bring the database up to date.+\n$/, /^$/],
  [['audit', 'now'], 2, /^$/, /^Too many arguments\..*: now\.\n\n {2}audit [^]+\n$/],
  [['backup'], 2, /^$/, /^Name a DIR, or set BACKUP_DIR\.\n\n {2}backup \[DIR\]/],
])('%j runs nothing and exits with %i', (args, code, stdout, stderr) => {
  const all = ['cli/run.cjs', 'openassay', ...args];
  const ran = spawnSync(process.execPath, all, { encoding: 'utf8', env });
  expect(ran).toMatchObject({
    status: code,
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('ends quietly where nobody reads on', async () => {
  const file = 'db/data/plasticlist/samples.tsv';
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', 'figures', file], { env });
  child.stdout.destroy();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  expect([await text(child.stderr), await ended]).toEqual(['', 0]);
});
