import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { extract } from 'tar';
import { configure } from '#app/config.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import {
  embeddedHome,
  giveToPostgres,
  restoreOf,
  startEmbeddedPostgres,
} from '#app/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';

/**
 * Unpacks a backup into an empty folder, starts its database, and checks its books. Throws where it
 * does not start or they are wrong. It runs no job, serves nobody, and knows no key and no mail server.
 */
export async function checkBackup(file: string, folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o711 });
  const dataDir = await unpack(file, folder);
  try {
    const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, fsync: false });
    try {
      const { NODE_ENV, LOG_LEVEL } = process.env;
      configure({ NODE_ENV, LOG_LEVEL, DATABASE_URL: url, DATA_DIR: folder });
      await prepareDatabase({ url, ownerUrl });
      const problems = await checkLedger();
      if (problems.length > 0) {
        throw new Error(`The books in the backup are not right: ${JSON.stringify(problems)}`);
      }
    } finally {
      await disconnect();
      await stop();
      configure(process.env);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Unpacks a backup into an empty data directory, which has a database only when all is there; returns
 * where that is. What recovers it is PostgreSQL's next start, as after a crash, to the end of the log
 * in it: it asks nothing of the server's settings, whatever they were where the backup was made.
 */
export async function unpack(file: string, dataDir: string): Promise<string> {
  const home = embeddedHome(path.join(dataDir, 'postgres'));
  const part = restoreOf(home);
  const isDatabase = (name: string) => name.startsWith('postgres/');
  const isInside = (name: string) => isDatabase(name) && name !== 'postgres/';
  // First: no site starts beside it, where it is cut off.
  mkdirSync(part, { recursive: true, mode: 0o700 });
  await extract({ file, strict: true, cwd: dataDir, filter: (name) => !isDatabase(name) });
  await extract({ file, strict: true, cwd: part, strip: 1, filter: isInside });
  giveToPostgres(part);
  renameSync(part, home);
  return home;
}
