import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SANDBOX_KEY, WEBHOOK_SECRET } from '#test/chaos/sandbox-process.ts';
import { startSandboxProcess, type SandboxProcess } from '#test/chaos/sandbox-process.ts';
import { silentProxy, type SilentProxy } from '#test/support/silent-proxy.ts';
import type { Cluster } from './cluster.ts';
import { Daemons } from './daemons.ts';
import { until } from './machine.ts';

/** The first reaches the database by HAProxy, the second by PgBouncer before that. */
export const SITES = [0, 1] as const;
export type SiteNumber = (typeof SITES)[number];

const START_MS = 180_000;
/** After so long a server's keep-alives tell it that nobody is at the other end (cluster-files.ts). */
export const NOTICED_MS = 14_000;

/** Two processes of the site on the cluster, and one payment sandbox that tells both of payments. */
export class Sites {
  /** What ended although nobody killed it. */
  readonly crashes: string[] = [];
  readonly #cluster: Cluster;
  readonly #folder: string;
  readonly #daemons: Daemons;
  readonly #wires: SilentProxy[] = [];
  readonly #meant = new Set<SiteNumber>();
  #sandbox: SandboxProcess | undefined;

  constructor(folder: string, cluster: Cluster) {
    this.#folder = folder;
    this.#cluster = cluster;
    this.#daemons = new Daemons(path.join(folder, 'running'));
  }

  get sandbox(): SandboxProcess {
    if (!this.#sandbox) throw new Error('the payment sandbox is not up');
    return this.#sandbox;
  }

  url(site: SiteNumber): string {
    return `http://127.0.0.1:${this.#cluster.ports.sites[site]}`;
  }

  /** Where visitors come. */
  get balancer(): string {
    return `http://127.0.0.1:${this.#cluster.ports.site}`;
  }

  async up(): Promise<void> {
    for (const site of SITES) await this.kill(site); // of a drill that was killed
    const hooks = SITES.map((site) => `${this.url(site)}/api/stripe/webhook`);
    this.#sandbox = await startSandboxProcess(path.join(this.#folder, 'sandbox.sqlite'), hooks);
    for (const site of SITES) {
      const { write, pooler } = this.#cluster.ports;
      const port = site === 0 ? write : pooler;
      this.#wires[site] = await silentProxy(() => this.#cluster.url('openassay_site', port));
      this.start(site);
      // One after the other: the first migrates and brings the first data.
      await this.ready(site);
    }
  }

  start(site: SiteNumber): void {
    const node = [process.execPath, '--max-semi-space-size=8'] as [string, ...string[]];
    this.#meant.delete(site);
    this.#daemons.start(`site${site + 1}`, [...node, 'cli/run.cjs', 'start'], {
      env: this.#environment(site),
      onEnd: () => {
        if (!this.#meant.has(site)) this.crashes.push(`site ${site + 1} ended by itself`);
      },
    });
  }

  async kill(site: SiteNumber): Promise<void> {
    this.#meant.add(site);
    await this.#daemons.end(`site${site + 1}`, 'SIGKILL');
  }

  ready(site: SiteNumber): Promise<void> {
    const isReady = async () => {
      try {
        const answer = await fetch(`${this.url(site)}/readyz`, {
          signal: AbortSignal.timeout(5_000),
        });
        return answer.ok;
      } catch {
        return false;
      }
    };
    return until(`site ${site + 1}, to be ready`, isReady, START_MS);
  }

  /** What both processes have open to the database passes nothing on any more; new ones work. */
  loseConnections(): void {
    for (const wire of this.#wires) wire.loseConnections();
  }

  /** The database finds out. */
  endLost(): void {
    for (const wire of this.#wires) wire.endLost();
  }

  /** Runs a command of the site as an operator would; what it says, and its exit code. */
  command(...args: string[]): Promise<{ said: string; code: number }> {
    return new Promise((resolve, reject) => {
      const env = this.#environment(0);
      const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', ...args], {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.once('error', reject);
      child.once('exit', (code) => resolve({ said, code: code ?? 1 }));
    });
  }

  async down(): Promise<void> {
    for (const site of SITES) {
      this.#meant.add(site);
      await this.#daemons.end(`site${site + 1}`);
    }
    for (const wire of this.#wires) await wire.close();
    await this.#sandbox?.stop();
  }

  #environment(site: SiteNumber): Record<string, string> {
    const dataDir = path.join(this.#folder, `site${site + 1}`);
    const wire = this.#wires[site];
    return {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      PORT: String(this.#cluster.ports.sites[site]),
      SITE_URL: `http://localhost:${this.#cluster.ports.site}`,
      DATA_DIR: dataDir,
      DATABASE_URL: wire?.through(this.#cluster.url('openassay_site')) ?? '',
      DATABASE_OWNER_URL: this.#cluster.url('openassay_owner'),
      ...(site === 1 ? { DATABASE_POOLER: '1' } : {}),
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: this.sandbox.url,
      AUTH_SECRET: secretOf(path.join(this.#folder, 'auth-secret')),
      TRUSTED_PROXIES: '127.0.0.1',
      // Buyers and probes come from few addresses.
      CHECKOUTS_PER_ADDRESS: '100000',
      RESERVATIONS_PER_ADDRESS: '100000',
      SHARES_PER_ADDRESS: '100000',
    };
  }
}

/** The secret that a file keeps; made where there is none. */
export function secretOf(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
