import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { startSiteProcess, type SiteProcess } from '#test/support/processes.ts';

/** One SIGKILL, and what it hit. */
export interface Killed {
  /** Requests of visitors that it cut off: sent, and never answered. */
  cutRequests: number;
  /** Transactions that the process had open: webhooks, jobs and requests alike. */
  openTransactions: number;
  /** Stored work that no process had finished: events not processed, refunds not sent. */
  waiting: number;
}

interface Site {
  port: number;
  /** Where the kill that ends this life of the process counts what it cut off. */
  life: { killed?: Killed };
  process: SiteProcess | undefined;
  starting: Promise<void> | undefined;
}

const START_TRIES = 5;

/** Two processes of the site on one database, which can be killed and come back at the same port. */
export class Pair {
  readonly kills: Killed[] = [];
  /** Processes that ended although nobody killed them. */
  readonly crashes: string[] = [];
  /** Calls that were answered with a 500. */
  readonly blunders: string[] = [];
  private readonly sites: Site[];
  private readonly environment: Record<string, string>;
  private isOver = false;

  constructor(ports: [number, number], environment: Record<string, string>) {
    this.environment = environment;
    this.sites = ports.map((port) => ({ port, life: {}, process: undefined, starting: undefined }));
  }

  get webhookUrls(): string[] {
    return this.sites.map(({ port }) => `http://127.0.0.1:${port}/api/stripe/webhook`);
  }

  /** Resolves when both are up. One after the other: the first makes the queue's tables. */
  async start(): Promise<void> {
    for (const site of this.sites) await this.up(site);
  }

  /** Asks one process; undefined where it is gone or was killed before it answered. */
  async ask<T>(which: number, call: (url: string) => Promise<T>): Promise<T | undefined> {
    const site = this.sites[which]!;
    const { life } = site;
    try {
      return await call(`http://127.0.0.1:${site.port}`);
    } catch {
      if (life.killed) life.killed.cutRequests += 1;
      return undefined;
    }
  }

  /** Kills as a power cut would and starts anew, without waiting until it is up. */
  async kill(which: number): Promise<void> {
    const site = this.sites[which]!;
    await site.starting;
    const victim = site.process;
    if (!victim || this.isOver) return;
    const found = await openWork(which);
    site.process = undefined; // from here on, its end is no surprise
    const { life } = site;
    life.killed = { cutRequests: 0, ...found };
    this.kills.push(life.killed);
    site.life = {};
    await victim.kill();
    this.up(site).catch((error: unknown) => this.crashes.push(String(error)));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    for (const site of this.sites) {
      await site.starting?.catch(() => {});
      const { process } = site;
      site.process = undefined;
      await process?.kill();
    }
  }

  /** Resolves when both are up again. */
  async settled(): Promise<void> {
    for (const site of this.sites) await site.starting;
  }

  private up(site: Site): Promise<void> {
    site.starting ??= this.launch(site).finally(() => (site.starting = undefined));
    return site.starting;
  }

  private async launch(site: Site): Promise<void> {
    const which = this.sites.indexOf(site);
    for (let tries = 1; ; tries += 1) {
      try {
        site.process = await startSiteProcess({
          ...this.environment,
          PORT: String(site.port),
          DATABASE_URL: named(this.environment.DATABASE_URL ?? '', which),
        });
        break;
      } catch (error) {
        // Another connection may have the port for a moment.
        if (tries === START_TRIES) throw error;
        await sleep(500);
      }
    }
    void this.watch(site, site.process);
  }

  /** Notes a process that ends although nobody killed it, and starts another. */
  private async watch(site: Site, process: SiteProcess): Promise<void> {
    await process.ended;
    if (site.process !== process) return;
    this.crashes.push(`process ${this.sites.indexOf(site)} ended by itself`);
    site.process = undefined;
    if (!this.isOver) await this.up(site).catch((error) => this.crashes.push(String(error)));
  }
}

/** The address under which the database can tell the processes' connections apart. */
function named(databaseUrl: string, which: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', `chaos-${which}`);
  return url.href;
}

async function openWork(which: number): Promise<Pick<Killed, 'openTransactions' | 'waiting'>> {
  const { rows } = await db().execute<{ open: number; waiting: number }>(sql`
    select (select count(*) from pg_stat_activity
            where application_name = ${`chaos-${which}`} and datname = current_database()
              and xact_start is not null and query not like '%pgboss%')::int as open,
           (select count(*) from webhook_events where processed_at is null)::int
             + (select count(*) from refunds where status = 'queued')::int as waiting`);
  const [found] = rows;
  return { openTransactions: found?.open ?? 0, waiting: found?.waiting ?? 0 };
}
