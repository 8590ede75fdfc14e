import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { PATH, HOME } = process.env;
const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: folder } as const;

/* Where the help has changed, `npx vitest run cli/openassay.release -u` writes the page anew. */
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
  [
    ['migrate', '--help'],
    0,
    /^ {2}migrate \[--one-way\]\n {18}bring the database up to date[^]+\n$/,
    /^$/,
  ],
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

it('reads .env where npm starts it, and says all that is wrong there before anything starts', () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'openassay-env-'));
  writeFileSync(path.join(elsewhere, '.env'), 'PORT=http\nSMTP_URL=mail\nHOST=0.0.0.0\n');
  const run = (script: Record<string, string>) =>
    spawnSync(process.execPath, [path.resolve('cli/run.cjs'), 'openassay', 'backup'], {
      cwd: elsewhere,
      encoding: 'utf8',
      env: { ...env, ...script },
    });
  expect(run({}).stderr).toMatch(/^Name a DIR/);
  const told = run({ npm_lifecycle_event: 'openassay' });
  expect(told.status).toBe(1);
  expect(told.stderr).toMatch(/not usable\.\nPORT: must be .+\nSMTP_URL: must be .+\n$/);
  // What the environment says already comes first.
  const other = run({ npm_lifecycle_event: 'openassay', PORT: '3000' });
  expect(other.stderr).toMatch(/not usable\.\nSMTP_URL/);
  rmSync(elsewhere, { recursive: true });
});

it('ends quietly where nobody reads on', async () => {
  const file = 'db/data/plasticlist/samples.tsv';
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', 'figures', file], { env });
  child.stdout.destroy();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  expect([await text(child.stderr), await ended]).toEqual(['', 0]);
});
