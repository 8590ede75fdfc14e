import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a data directory for this process, or says that another one has it. The lock is the
 * operating system's, through SQLite's exclusive mode: it goes when the process does, however it
 * dies, and so can't be left behind.
 */
export function lockDataDir(dataDir: string): (() => void) | undefined {
  // Root's database runs as another user, who must be able to pass through.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const umask = process.umask(0o077);
  const lock = new DatabaseSync(path.join(dataDir, 'lock.sqlite'));
  process.umask(umask);
  try {
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists held (x)',
    );
    lock.exec('commit');
  } catch {
    lock.close();
    return undefined;
  }
  return () => lock.close();
}
