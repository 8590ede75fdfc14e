import { spawn, type ChildProcess } from 'node:child_process';

export interface SiteProcess {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Starts the site in a process of its own, with this environment and nothing else. */
export async function startSiteProcess(env: Record<string, string>): Promise<SiteProcess> {
  const child = spawn(
    process.execPath,
    ['--import', './test/support/tsx-hooks.ts', 'test/support/site-process.ts'],
    {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await portOf(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
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
