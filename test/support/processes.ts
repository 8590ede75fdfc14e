import { spawn, type ChildProcess } from 'node:child_process';

export interface SiteProcess {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Resolves when it has ended, by whatever cause. */
  ended: Promise<void>;
}

/**
 * Where the machine stands still for longer than an idle connection is kept, the next request goes
 * into one that is just being closed.
 */
export const PATIENT = { keepAliveTimeout: 600_000 };

/** A start reads some two thousand modules: what V8 made of them is kept for the next one. */
const COMPILE_CACHE = 'node_modules/.cache/site-process';
const SHARED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE };

/** Starts the site in a process of its own, with this environment and nothing else. */
export async function startSiteProcess(env: Record<string, string>): Promise<SiteProcess> {
  const child = spawn(
    process.execPath,
    ['--import', './cli/tsx-hooks.ts', 'test/support/site-process.ts'],
    {
      env: { ...SHARED, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
      // It ends itself when its standard input does: nothing is left of a test that was killed.
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await portOf(child);
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const port = /ready (\d+)/.exec(chunk.toString())?.[1];
      if (port) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the site ended at its start (${code})`)));
    child.once('error', reject);
  });
}
