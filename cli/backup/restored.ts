import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** In the folder of a database that was restored, until whoever was erased since is erased again. */
const FILE = 'openassay-restored.json';

/** The moment that a database was restored to, and when that was. */
export interface Restored {
  mark: string;
  restoredAt: string;
}

/** Goes along with the database, wherever it is moved. */
export function markRestored(home: string, restored: Restored): void {
  writeFileSync(path.join(home, FILE), JSON.stringify(restored), { flush: true });
}

/** What a database was restored to, while that is not finished. */
export function restoredAs(home: string): Restored | undefined {
  const file = path.join(home, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** From here on the restored database is one like any other. */
export function endRestore(home: string): void {
  rmSync(path.join(home, FILE), { force: true });
}

/** For a start after a restore that was interrupted: nobody is served before. */
export async function finishRestore(home: string): Promise<void> {
  const restored = restoredAs(home);
  if (!restored) return;
  const { eraseAgain } = await import('./erase-again.ts');
  await eraseAgain(restored);
  endRestore(home);
}
