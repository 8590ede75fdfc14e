import { existsSync } from 'node:fs';
import path from 'node:path';
import { bringFirstData } from './first-data.ts';
import { migrate } from './on-database.ts';
import { startProcesses } from './processes.ts';
import type { Services } from './services.ts';
import { startWarnings } from './start-warnings.ts';
import { whereMailIsRead, whoReaches } from './who-reaches.ts';
import { config, isLive, siteUrl } from '#app/config.ts';
import { RESTORED_FILE } from '#app/database/backups/erasure-list.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { hasLocalOutbox } from '#app/mail/mail-transport.server.ts';
import { site } from '#app/site.ts';

/** What runs until it is stopped: this process itself, or those that it started. */
interface Running {
  stop(): Promise<void>;
}

/** Runs the site on these services until it is told to stop; a process of several has its own way. */
export async function runSite(services: Services): Promise<void> {
  const siteRole = await migrate(services);
  if (services.embedded && existsSync(path.join(config().DATA_DIR, RESTORED_FILE))) {
    const { finishRestore } = await import('#cli/backup/erase-again.ts');
    await finishRestore();
  }
  // The site itself never acts as the owner.
  delete process.env.DATABASE_OWNER_URL;
  await bringFirstData(say);
  const signing = await signCheckpoint();
  const running = await startOrStop(services);
  announce(services);
  const found = { isEmbedded: Boolean(services.embedded), siteRole };
  for (const warning of startWarnings(found)) say(`\n${warning}`);
  if (!signing.ok) say(`\n  WARNING: ${signing.sentence}`);
  say('\nStop with Ctrl+C.');
  stopOnSignal(running, services);
}

/** One process that does it all, or several beside each other. */
async function startOrStop(services: Services): Promise<Running> {
  try {
    if (config().PROCESSES === 1) {
      const { startSite } = await import('#app/server.ts');
      return await startSite();
    }
    await disconnect();
    return await startProcesses();
  } catch (error) {
    await services.stop();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${config().PORT} is in use. Set PORT to another one.`, {
        cause: error,
      });
    }
    throw error;
  }
}

function announce({ embedded, sandboxUrl }: Services): void {
  const asked = path.resolve(config().DATA_DIR, 'postgres');
  say(`\n${site.name} is running.\n`);
  say(`  site       ${siteUrl()}`);
  say(`  reached by ${whoReaches()}`);
  if (config().PROCESSES > 1) {
    const own = config().JOBS ? ', and one for jobs' : '';
    say(`  processes  ${config().PROCESSES} that serve pages${own}`);
  }
  if (sandboxUrl) say(`  payments   sandbox, no real money: ${sandboxUrl}`);
  else say(`  payments   Stripe${isLive() ? ', live' : ', test mode'}`);
  if (!embedded) say('  database   DATABASE_URL');
  else if (embedded.dataDir === asked) say(`  database   embedded PostgreSQL in ${asked}`);
  else
    say(
      `  database   embedded PostgreSQL in ${embedded.dataDir} (started as root, which PostgreSQL refuses; ${asked} cannot be entered by another user)`,
    );
  if (hasLocalOutbox()) say(`  mail       stays here: ${whereMailIsRead()}`);
}

/**
 * SIGTERM, SIGINT and a closed terminal drain and exit 0. A second signal does not wait, unless it
 * comes so soon that it is the same one, passed on by npm.
 */
function stopOnSignal(running: Running, started: Services): void {
  let stoppingSinceMs: number | undefined;
  const stop = async () => {
    if (stoppingSinceMs !== undefined) {
      if (Date.now() - stoppingSinceMs > 1_000) process.exit(1);
      return;
    }
    stoppingSinceMs = Date.now();
    await running.stop();
    await started.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
