import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/story.ts';

const database = useDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-sources-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const { pid } of children) if (pid) endGroup(pid);
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

/** What is changed here must not be what other tests read, nor what a try before this one changed. */
function copyOfSources(): string {
  const copy = mkdtempSync(path.join(folder, 'site-'));
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
  const child = spawn('npm', ['run', 'dev'], {
    cwd: copy,
    detached: true,
    env: {
      PATH,
      HOME,
      // A port beside one that is free may be that of anybody's connection.
      PORT: '0',
      DATA_DIR: path.join(copy, 'data'),
      DATABASE_URL: database.url(),
      DATABASE_OWNER_URL: database.ownerUrl(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const addresses = () => [...said.matchAll(/^(http:\S+)\n/gm)].map(([, address]) => address!);
  const started = (times: number) =>
    eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(said);
        return said;
      },
      () => addresses().length === times,
    );
  const ask = async (address: string) => {
    const answer = await fetch(addresses().at(-1) + address);
    const text = await answer.text();
    expect(`${address} ${answer.status}`, text + said).toBe(`${address} 200`);
    return text;
  };
  await started(1);
  expect(await ask('/')).toContain('</html>');
  expect(await ask('/app/root.tsx')).toContain('import');
  expect(await ask('/about')).toContain('What this is');

  change(path.join(copy, 'app/pages/about.page.tsx'), 'What this is', 'What this became');
  await eventually(
    () => ask('/about'),
    (text) => text.includes('What this became'),
  );
  expect(addresses()).toHaveLength(1);

  change(
    path.join(copy, 'app/platform/messages.ts'),
    'There is no such call',
    'No call has this name',
  );
  await started(2);
  const answer = await fetch(`${addresses().at(-1)}/api/nothing`);
  expect(await answer.text()).toContain('No call has this name');

  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).not.toContain('Error');
});
