import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { saidBy } from '#cli/child-process.ts';

export interface SiteProcess {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Resolves when it has ended, by whatever cause. */
  ended: Promise<void>;
  /** Changes what a test changes within its own process; not in a whole program. */
  change(change: Change): Promise<void>;
}

/** Of the clock, and of the settings. */
export interface Change {
  seconds?: number;
  env?: Record<string, string | undefined>;
}

/**
 * Where the machine stands still for longer than an idle connection is kept, the next request goes
 * into one that is just being closed.
 */
export const PATIENT = { keepAliveTimeout: 600_000 };

const CACHE = 'node_modules/.cache/site-process';
const BUNDLE = path.join(CACHE, 'site.mjs');
/** What V8 made of a program is kept for the next start of it. */
export const SHARED_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: CACHE };

/**
 * Puts the site's process into one file: it would read two thousand at each start, and so use five
 * times the processor time and twice the memory. To be called once before any is started.
 */
export async function bundleSiteProcess(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const bundle = await rolldown({
    input: 'test/support/site-process.ts',
    platform: 'node',
    external: ['sharp', 'pg-native', 'cloudflare:sockets'],
    transform: { jsx: { runtime: 'automatic', development: false } },
    plugins: [viteImportGlobPlugin(), TEXTS],
    logLevel: 'silent',
  });
  const own = `${BUNDLE}.${process.pid}`;
  await bundle.write({ file: own, format: 'esm', codeSplitting: false });
  renameSync(own, BUNDLE);
}

/** Files of text, as Vite imports them. */
const TEXTS = {
  name: 'texts',
  resolveId: (id: string, from = '') =>
    id.endsWith('?raw') ? path.resolve(path.dirname(from), id) : undefined,
  load: (id: string) =>
    id.endsWith('?raw')
      ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}`
      : undefined,
};

/** Starts several as operators do, pages and all, from what was built. */
const SEVERAL = ['cli/run.cjs', 'start'];

/**
 * Starts the site in a process of its own, with this environment and nothing else; with `PROCESSES`
 * above one, the whole program, whose port has to be named.
 */
export async function startSiteProcess(env: Record<string, string>): Promise<SiteProcess> {
  const isSeveral = Number(env.PROCESSES ?? 1) > 1;
  const child = spawn(process.execPath, isSeveral ? SEVERAL : [BUNDLE], {
    env: { ...SHARED_ENV, NODE_ENV: 'test', LOG_LEVEL: 'error', ...env },
    // It ends itself when its standard input does: nothing is left of a test that was killed.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (isSeveral) process.once('exit', () => child.kill('SIGKILL')); // it heeds no standard input
  const [, port = env.PORT ?? ''] = await saidBy(
    child,
    isSeveral ? /is running/ : /ready (\d+)/,
    (code) => `the site ended at its start (${code})`,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async change(change) {
      child.stdin!.write(`${JSON.stringify(change)}\n`);
      await once(child.stdout!, 'data'); // it says nothing else by then
    },
  };
}
