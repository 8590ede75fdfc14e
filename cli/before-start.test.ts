import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { configure } from '#app/config.ts';
import { freePort } from '#app/database/embedded-postgres.server.ts';
import { checkBeforeStart, misspelled } from './before-start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'openassay-before-start-'));
  onTestFinished(() => void configure(process.env));
});

async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const env = { DATA_DIR: path.join(folder, 'data'), PORT: '0', ...settings };
  configure(env);
  return checkBeforeStart(env).then(
    () => 'starts',
    ({ message }: Error) => message,
  );
}

async function occupied(): Promise<string> {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String(port);
}

describe('before anything is built or imported, a start says in a sentence', () => {
  it('which port is in use', async () => {
    const PORT = await occupied();
    expect(await refusal({ PORT })).toBe(`Port ${PORT} is in use. Set PORT to another one.`);
    expect(await refusal({ SANDBOX_PORT: PORT })).toBe(
      `Port ${PORT}, for the payment sandbox, is in use. Set SANDBOX_PORT to another one.`,
    );
  });

  it('which folder is missing, or is a file', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await refusal({ DATA_DIR: file })).toBe(
      `DATA_DIR: ${file} can’t be written to (it is a file).`,
    );
    expect(await refusal({ BACKUP_DIR: `${file}/backups` })).toBe(
      `BACKUP_DIR: ${file}/backups can’t be written to (ENOTDIR).`,
    );
    expect(await refusal({ BLOG_FOLDERS: 'content/blog,nowhere' })).toBe(
      'BLOG_FOLDERS: there is no folder nowhere.',
    );
  });

  it('which setting is misspelled', async () => {
    expect(await refusal({ STRIPE_SECERT_KEY: 'sk_test_1' })).toBe(
      'There is no setting STRIPE_SECERT_KEY. Is STRIPE_SECRET_KEY meant?',
    );
  });

  it('nothing where all is well', async () => {
    expect(await refusal()).toBe('starts');
  });
});

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URLS', 'DATABASE_URL'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['SITE_URLL', 'SITE_URL'],
  ['stripe_secret_key', 'STRIPE_SECRET_KEY'],
  ['TERM_PROGRAM', undefined],
  ['NODE_OPTIONS', undefined],
  ['POST', undefined],
])('%s: meant is %s', (name, meant) => {
  const expected = meant ? [`There is no setting ${name}. Is ${meant} meant?`] : [];
  expect(misspelled({ [name]: 'x' })).toEqual(expected);
});
