import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild } from '#cli/child-process.ts';
import { present } from '#app/kit/assert.ts';
import { freePort } from '#app/database/embedded-postgres.server.ts';

/** Where a running program is reached, in a form that goes from one process to another. */
export interface ProgramAddresses {
  url: string;
  sandboxUrl: string;
  dataDir: string;
}

export interface Program extends ProgramAddresses {
  /** The process that answers requests. */
  pid: number;
  /** Ends it as an operator would; throws where it does not end well or has logged an error. */
  stop(): Promise<void>;
}

/** Long enough to build the pages on a slow machine. */
export const START_MS = 180_000;
const STOP_MS = 20_000;
/** Logged as an error where a disk or a standby fails, and where a machine of tests is busy. */
const SLOW_WRITE = 'a write has been waiting for more than a second';

/** Names the data of a site that was started and stopped: others begin with a copy, and import nothing. */
const PREPARED = 'OPENASSAY_PREPARED';

/** Has the programs that are started from here on begin with the data of a first start, and its release. */
export async function prepareData(): Promise<() => void> {
  const DATA_DIR = fs.mkdtempSync(path.join(tmpdir(), 'openassay-prepared-'));
  const { stop } = await startProgram({ DATA_DIR, JOBS: '0' });
  runOpenassay(DATA_DIR, 'release');
  await stop();
  // Where another user can't enter, the database lies elsewhere, and would be the same one for all.
  if (fs.existsSync(path.join(DATA_DIR, 'postgres'))) process.env[PREPARED] = DATA_DIR;
  return () => fs.rmSync(DATA_DIR, { recursive: true, force: true });
}

/**
 * Starts the whole program as `npm start` does, unless told another way, with everything in a folder
 * of its own; `env` adds to what it is told, and may name the folder, which then stays, and the port. Of
 * `meantErrors` each may be logged.
 */
export async function startProgram(
  env: Record<string, string> = {},
  start = PLAIN_START,
  meantErrors: string[] = [],
): Promise<Program> {
  const dataDir = env.DATA_DIR ?? fs.mkdtempSync(path.join(tmpdir(), 'openassay-e2e-'));
  const prepared = process.env[PREPARED];
  // With owners and modes: the database runs as another user.
  if (prepared && !env.DATA_DIR && !env.DATABASE_URL)
    spawnSync('cp', ['-a', `${prepared}/.`, dataDir]);
  // Started as root, the database runs as another user, who has to get in.
  fs.chmodSync(dataDir, 0o711);
  const [port, sandboxPort] = [Number(env.PORT ?? (await freePort())), await freePort()];
  const text: string[] = [];
  const child = spawn(process.execPath, start.args, {
    cwd: start.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ...env,
    },
  });
  child.stdout.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const addresses = {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
  };
  try {
    await ready(child, addresses.url, text);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    ...addresses,
    pid: present(child.pid, 'the process that was started'),
    async stop() {
      const code = await endChild(child, STOP_MS);
      process.off('exit', kill);
      const log = text.join('');
      if (!env.DATA_DIR) fs.rmSync(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The program ended with ${code} after SIGTERM.\n${log}`);
      const errors = log
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line))
        .filter((line) => ![SLOW_WRITE, ...meantErrors].some((meant) => line.includes(meant)));
      if (errors.length > 0) throw new Error(`The program logged errors.\n${errors.join('\n')}`);
    },
  };
}

/** A command of whoever runs the site of this data, beside the running program; throws where it fails. */
export function runOpenassay(dataDir: string, ...args: string[]): string {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir } as const;
  const all = ['cli/run.cjs', 'openassay', ...args];
  const ran = spawnSync(process.execPath, all, { encoding: 'utf8', env });
  if (ran.status !== 0) {
    throw new Error(`It ended with ${ran.status}.\n${ran.stdout}${ran.stderr}`);
  }
  return ran.stdout;
}

/** What Node is started with, and where. */
interface Start {
  args: string[];
  /** Where the program is; here unless told otherwise. */
  cwd?: string;
}

/** As `npm start` does it. */
export const PLAIN_START: Start = { args: ['cli/run.cjs', 'start'] };

async function ready(child: ChildProcess, url: string, text: string[]): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The program did not start.\n${text.join('')}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`The program was not ready in time.\n${text.join('')}`);
}
