import { readFileSync } from 'node:fs';
import path from 'node:path';
import { config } from '#app/config.ts';

/** In DATA_DIR: the environment that a running site leaves for commands. */
export const RUNNING_FILE = 'running.json';

/** Whether the database in use is the embedded one of this DATA_DIR, as the start noted it there. */
export function hasEmbeddedDatabase(): boolean {
  try {
    const noted = readFileSync(path.resolve(config().DATA_DIR, RUNNING_FILE), 'utf8');
    const { DATABASE_URL } = JSON.parse(noted) as { DATABASE_URL?: string };
    return DATABASE_URL !== undefined && DATABASE_URL === config().DATABASE_URL;
  } catch {
    return false;
  }
}
