import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { config } from '#app/config.ts';
import { hasEmbeddedDatabase } from '#app/database/running-file.server.ts';
import { log } from '#app/platform/log.server.ts';

/*
 * Who was erased, and when, as keyed hashes of addresses in a file outside the database: a database
 * that is restored to a moment before has them erased again (decision 0121).
 */

const FILE = 'erasures.jsonl';
/** In DATA_DIR after a restore, until that was done: the moment that the database was restored to. */
export const RESTORED_FILE = 'restored.json';

/** What an address that was erased is told by. */
export function erasureHash(emailNormalised: string): string {
  return createHmac('sha256', authSecret()).update(`erased ${emailNormalised}`).digest('hex');
}

/** Tells one AUTH_SECRET from another: hashes under another one mean nothing to it. */
export function erasureKey(): string {
  return erasureHash('').slice(0, 8);
}

/**
 * Notes an erasure that is about to be committed, in DATA_DIR where the database is there, and in
 * BACKUP_DIR. Throws where none of the places takes it; nothing is noted where there is none.
 */
export function noteErasure(emailNormalised: string, at: Date): void {
  const erasure = { at: at.toISOString(), key: erasureKey(), hash: erasureHash(emailNormalised) };
  const { BACKUP_DIR, DATA_DIR } = config();
  const isBeside = hasEmbeddedDatabase();
  if (isBeside) addLines(DATA_DIR, [JSON.stringify(erasure)]);
  try {
    if (BACKUP_DIR) addLines(BACKUP_DIR, [JSON.stringify(erasure)]);
  } catch (error) {
    if (!isBeside) throw error;
    log.error({ err: error }, 'an erasure was not noted beside the backups: the next one does so');
  }
}

/** Adds to the list of one place what that of another one knows. */
export function mergeErasures(from: string, to: string): void {
  const known = linesIn(to);
  const news = linesIn(from).filter((line) => !known.includes(line));
  addLines(to, news);
}

/** On the disk when this returns. */
function addLines(place: string, lines: string[]): void {
  if (lines.length === 0) return;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path.join(place, FILE), text, { flag: 'a', mode: 0o600, flush: true });
}

/** The erasures that a place knows of, in order; `key` is that of the secret of `hash`. */
export function erasuresIn(place: string): { at: string; key: string; hash: string }[] {
  return linesIn(place).map((line) => JSON.parse(line));
}

/** A line that broke off is left out. */
function linesIn(place: string): string[] {
  const file = path.join(place, FILE);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => /^\{.*\}$/.test(line));
}
