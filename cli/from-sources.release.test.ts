import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '#app/database/embedded-postgres.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/story.ts';

const database = useDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-sources-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const { pid } of started) if (pid) endGroup(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** npm, what it started, and what that started. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

const { PATH, HOME } = process.env;

/** What is changed here must not be what other tests read. */
function copyOfSources(): string {
  const copy = path.join(folder, 'site');
  const isSource = (name: string) => !/^(node_modules|build|data|test-results|\.git)$/.test(name);
  cpSync('.', copy, {
    recursive: true,
    filter: (file) => isSource(path.normalize(file).split(path.sep)[0]!),
  });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

function change(file: string, from: string, to: string): void {
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
}

it('npm run dev answers pages and scripts, shows what is changed, and starts again for the server', async () => {
  const copy = copyOfSources();
  const port = await freePort();
  const child = spawn('npm', ['run', 'dev'], {
    cwd: copy,
    detached: true,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database.url(),
      DATABASE_OWNER_URL: database.ownerUrl(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const starts = async () => {
    if (child.exitCode !== null) throw new Error(said);
    return said.split('payments: ').length - 1;
  };
  const ask = async (address: string) => {
    const answer = await fetch(`http://localhost:${port}${address}`);
    const text = await answer.text();
    expect(`${address} ${answer.status}`, text + said).toBe(`${address} 200`);
    return text;
  };
  await eventually(starts, (times) => times === 1);
  expect(await ask('/')).toContain('</html>');
  expect(await ask('/app/root.tsx')).toContain('import');
  expect(await ask('/about')).toContain('What this is');

  change(path.join(copy, 'app/pages/about.page.tsx'), 'What this is', 'What this became');
  await eventually(
    () => ask('/about'),
    (text) => text.includes('What this became'),
  );
  expect(await starts()).toBe(1);

  change(
    path.join(copy, 'app/platform/messages.ts'),
    'There is no such call',
    'No call has this name',
  );
  await eventually(starts, (times) => times === 2);
  const answer = await fetch(`http://localhost:${port}/api/nothing`);
  expect(await answer.text()).toContain('No call has this name');

  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).not.toContain('Error');
});
