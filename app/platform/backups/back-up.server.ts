import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { config } from '#app/config.ts';
import { hasEmbeddedDatabase, RUNNING_FILE } from './erasure-list.server.ts';
import { lastVerified } from './backup-age.server.ts';

/** The job of the clock; a start asks for it where there is no backup yet. */
export const BACK_UP_JOB = 'back-up';

/** Whether this site's backups have a place, and no verified one is there. */
export function lacksBackup(): boolean {
  const { BACKUP_DIR } = config();
  return BACKUP_DIR !== undefined && hasEmbeddedDatabase() && !lastVerified(BACKUP_DIR);
}

/**
 * Backs the embedded database up and verifies that, where BACKUP_DIR is set, by the command for it: a
 * process of its own, which leaves this one to its visitors. Throws what it said where it fails.
 */
export async function backUpByClock(): Promise<void> {
  const { BACKUP_DIR, DATA_DIR } = config();
  if (!BACKUP_DIR || !hasEmbeddedDatabase()) return;
  // What the start added, the command finds by itself.
  const added = JSON.parse(readFileSync(path.resolve(DATA_DIR, RUNNING_FILE), 'utf8')) as object;
  const env = Object.entries(process.env).filter(([name]) => !(name in added));
  const command = ['cli/run.cjs', 'openassay', 'backup', '--verify'];
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: Object.fromEntries(env),
  });
  const end = () => void child.kill();
  process.once('exit', end);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', end);
  if (code !== 0)
    throw new Error(
      `The backup failed: ${said
        .split(/[\r\n]+/)
        .join(' ')
        .trim()}`,
    );
}
