import { readFileSync } from 'node:fs';
import path from 'node:path';
import { config } from '#app/config.ts';
import { hasEmbeddedDatabase } from './erasure-list.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** Where a place of backups says which one was last checked by restoring it. */
export const VERIFIED_FILE = 'verified.json';
/** One that failed for a night is seen on the next morning. */
const LATE_HOURS = 36;

/** The newest backup that was restored aside and found right; its moment, and what it is called. */
export interface Verified {
  backup: string;
  /** What it holds reaches to here. */
  mark: string;
  verifiedAt: string;
}

/** The newest checked backup in a place; undefined where none was checked. */
export function lastVerified(place: string): Verified | undefined {
  try {
    return JSON.parse(readFileSync(path.join(place, VERIFIED_FILE), 'utf8')) as Verified;
  } catch {
    return undefined;
  }
}

/**
 * How old the last checked backup is, with a sentence where that is too old; null where the embedded
 * database is not in use, or has no place for backups.
 */
export function backupAge(): { verified_until: string | null; warning: string | null } | null {
  const { BACKUP_DIR } = config();
  if (!BACKUP_DIR || !hasEmbeddedDatabase()) return null;
  const verified = lastVerified(BACKUP_DIR);
  if (!verified) return { verified_until: null, warning: 'No backup has been verified yet.' };
  const hours = (now().getTime() - new Date(verified.mark).getTime()) / 3_600_000;
  const warning =
    hours > LATE_HOURS ? `The last verified backup is ${Math.floor(hours)} hours old.` : null;
  return { verified_until: verified.mark, warning };
}
