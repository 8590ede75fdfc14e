import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endChild, saidBy } from './child-process.ts';
import { lockDataDir } from './data-lock.ts';
import { authSecret, makeOnce } from '#app/platform/auth-secret.server.ts';
import { config, configure } from '#app/config.ts';
import { site } from '#app/site.ts';
import {
  freePort,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#app/database/embedded-postgres.server.ts';
import { RUNNING_FILE } from '#app/database/running-file.server.ts';

/** What the program starts beside itself where the environment names nothing better. */
export interface Services {
  /** Set when our own PostgreSQL runs. */
  embedded: EmbeddedPostgres | undefined;
  /** The database by the role that owns its tables, where that is another one than the site's. */
  ownerUrl: string | undefined;
  /** Address of the payment sandbox, when it is the one that is used. */
  sandboxUrl: string | undefined;
  stop(): Promise<void>;
}

/** What the job queue of a process opens beside the pool: four, and one that listens. */
const QUEUE_CONNECTIONS = 5;

/**
 * Makes sure that a database and a payment provider are there, and points the configuration at
 * them. Throws where the data directory is in use by another site.
 */
export async function startServices(): Promise<Services> {
  const { DATA_DIR, DATABASE_URL, STRIPE_SECRET_KEY } = config();
  const dataDir = path.resolve(DATA_DIR);
  if (isAllElsewhere()) return notOurs();
  const unlock = holdDataDir();
  rmSync(path.join(dataDir, RUNNING_FILE), { force: true }); // of a site that was killed
  if (config().PORT === 0) process.env.PORT = String(await freePort());
  const [embedded, sandbox] = await Promise.all([
    DATABASE_URL ? undefined : startDatabase(dataDir),
    STRIPE_SECRET_KEY ? undefined : startSandbox(dataDir),
  ]);
  const env = {
    // Both lie in the data directory, and stay together.
    ...(embedded ? { DATABASE_URL: embedded.url, AUTH_SECRET: authSecret() } : {}),
    ...(sandbox ? sandbox.env : {}),
  };
  Object.assign(process.env, env);
  configure(process.env);
  writePrivate(path.join(dataDir, RUNNING_FILE), JSON.stringify(env));
  return {
    embedded,
    ownerUrl: embedded?.ownerUrl ?? config().DATABASE_OWNER_URL,
    sandboxUrl: sandbox?.url,
    async stop() {
      rmSync(path.join(dataDir, RUNNING_FILE), { force: true });
      await sandbox?.stop();
      await embedded?.stop();
      unlock();
    },
  };
}

/** Holds the data directory where something is kept in it, until the function that it returns. */
export function holdDataDir(): () => void {
  if (isAllElsewhere()) return () => {};
  const dataDir = path.resolve(config().DATA_DIR);
  const unlock = lockDataDir(dataDir);
  if (!unlock) throw new DataDirInUse(dataDir);
  return unlock;
}

function isAllElsewhere(): boolean {
  const { DATABASE_URL, STRIPE_SECRET_KEY } = config();
  return Boolean(DATABASE_URL && STRIPE_SECRET_KEY);
}

/** For commands: the services of the site that runs on this data directory, or our own. */
export async function useServices(): Promise<Services> {
  try {
    return await startServices();
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const file = path.join(error.dataDir, RUNNING_FILE);
    if (!existsSync(file)) throw error;
    Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')));
    configure(process.env);
    return notOurs();
  }
}

/** With room for what every process may open, for jobs, and for commands beside them. */
function startDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const { DATABASE_POOL_SIZE, PROCESSES } = config();
  const ofProcesses = (PROCESSES + 1) * (DATABASE_POOL_SIZE + QUEUE_CONNECTIONS);
  return startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    maxConnections: Math.max(60, 30 + ofProcesses),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
}

/** Services that somebody else runs. */
function notOurs(): Services {
  const { DATABASE_OWNER_URL: ownerUrl, STRIPE_API_BASE: sandboxUrl } = config();
  return { embedded: undefined, ownerUrl, sandboxUrl, stop: async () => {} };
}

/** Another process has the data directory. */
class DataDirInUse extends Error {
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(
      `${dataDir} is in use by another ${site.name}. Stop that one, or set DATA_DIR to another folder.`,
    );
    this.dataDir = dataDir;
  }
}

async function startSandbox(dataDir: string) {
  const { PORT, SANDBOX_PORT } = config();
  const secrets = sandboxSecrets(dataDir);
  const sitePort = Number(process.env.PORT ?? PORT);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'sandbox/stripe/main.ts'],
    {
      detached: true, // Ctrl+C is for the site, which ends the sandbox after itself
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        SANDBOX_PORT: String(SANDBOX_PORT ?? (PORT === 0 ? 0 : besides(sitePort))),
        SANDBOX_STATE: path.join(dataDir, 'sandbox.sqlite'),
        SANDBOX_SECRET_KEY: secrets.key,
        SANDBOX_WEBHOOK_SECRET: secrets.webhook,
        SANDBOX_WEBHOOK_URLS: `http://127.0.0.1:${sitePort}/api/stripe/webhook`,
        SANDBOX_EXIT_WITH_PARENT: '1',
      },
    },
  );
  const [, url = ''] = await saidBy(
    child,
    /sandbox ready (http:\S+)/,
    (code) =>
      `The payment sandbox ended at its start (${code}). Is its port free? Set SANDBOX_PORT.`,
  );
  return {
    url,
    env: {
      STRIPE_SECRET_KEY: secrets.key,
      STRIPE_WEBHOOK_SECRET: secrets.webhook,
      STRIPE_API_BASE: url,
    },
    stop: () => endChild(child),
  };
}

/** The port next to another one. */
function besides(port: number): number {
  return port < 65_535 ? port + 1 : port - 1;
}

/** Random keys, made once per data directory, so that payments survive a restart. */
function sandboxSecrets(dataDir: string): { key: string; webhook: string } {
  const file = path.join(dataDir, 'sandbox-secrets.json');
  const [key, webhook] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  makeOnce(file, JSON.stringify({ key: `sk_test_sandbox${key}`, webhook: `whsec_${webhook}` }));
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}
