import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finishRestore } from '#cli/backup/restored.ts';
import { buildIfStale } from './build.ts';
import { bringFirstData } from './first-data.ts';
import { startServices, type Services } from './services.ts';
import { startWarnings } from './start-warnings.ts';
import { whereMailIsRead, whoReaches } from './who-reaches.ts';
import { isOutOfReach } from '#app/admin/sign-in/administrators.server.ts';
import { config, isLive, siteUrl } from '#app/config.ts';
import { hasLocalOutbox } from '#app/platform/mail/mail-transport.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { present } from '#app/kit/assert.ts';
import type { RunningSite } from '#app/server.ts';
import { site } from '#app/site.ts';

const services = await startServices();
buildIfStale(say); // under the lock: a second start must not replace the pages of a running site
const siteRole = await prepareDatabase({
  url: present(config().DATABASE_URL, 'DATABASE_URL'),
  ownerUrl: services.ownerUrl,
});
if (services.embedded) await finishRestore(services.embedded.dataDir);
// The site itself never acts as the owner.
delete process.env.DATABASE_OWNER_URL;
await bringFirstData(say);
const isUnread = config().ADMIN_EMAILS.length === 0 && (await isOutOfReach());
const running = await startCompiledSite();
announce(services);
stopOnSignal(running, services);

/** The compiled site: one program of its own, with one copy of every module. */
async function startCompiledSite(): Promise<RunningSite> {
  const { disconnect } = await import('#app/platform/database/db.server.ts');
  await disconnect();
  const entry = path.resolve('build/server/index.js');
  const compiled = await import(pathToFileURL(entry).href);
  try {
    return await compiled.startSite();
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
  if (sandboxUrl) say(`  payments   sandbox, no real money: ${sandboxUrl}`);
  else say(`  payments   Stripe${isLive() ? ', live' : ', test mode'}`);
  if (!embedded) say('  database   DATABASE_URL');
  else if (embedded.dataDir === asked) say(`  database   embedded PostgreSQL in ${asked}`);
  else
    say(
      `  database   embedded PostgreSQL in ${embedded.dataDir} (started as root, which PostgreSQL refuses; ${asked} cannot be entered by another user)`,
    );
  if (hasLocalOutbox()) say(`  mail       stays here: ${whereMailIsRead()}`);
  const found = { isEmbedded: Boolean(embedded), siteRole, isUnread };
  for (const warning of startWarnings(found)) say(`\n${warning}`);
  say('\nStop with Ctrl+C.');
}

/**
 * SIGTERM, SIGINT and a closed terminal drain and exit 0. A second signal does not wait, unless it
 * comes so soon that it is the same one, passed on by npm.
 */
function stopOnSignal(site: RunningSite, started: Services): void {
  let stoppingSinceMs: number | undefined;
  const stop = async () => {
    if (stoppingSinceMs !== undefined) {
      if (Date.now() - stoppingSinceMs > 1_000) process.exit(1);
      return;
    }
    stoppingSinceMs = Date.now();
    await site.stop();
    await started.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
