import { createHmac } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { config } from '#app/config.ts';
import { log } from '#app/platform/log.server.ts';

/*
 * Who was erased, and when, as keyed hashes of addresses in a file outside the database: a database
 * that is restored to a moment before has them erased again (decision 0092).
 */

/** One erasure; `hash` is the address's, by `erasureHash`. */
export interface Erasure {
  at: string;
  hash: string;
}

/** What an address that was erased is told by: keyed with AUTH_SECRET, which no backup in clear has. */
export function erasureHash(emailNormalised: string): string {
  return createHmac('sha256', authSecret()).update(`erased ${emailNormalised}`).digest('hex');
}

/** The list under the AUTH_SECRET in force: hashes under another one mean nothing to it. */
export function erasureFile(): string {
  return `erasures-${erasureHash('').slice(0, 8)}.jsonl`;
}

/**
 * Notes an erasure that is about to be committed, in DATA_DIR where the database is there, and in
 * BACKUP_DIR. Throws where none of the places takes it; nothing is noted where there is none.
 */
export function noteErasure(emailNormalised: string, at: Date): void {
  const line = JSON.stringify({ at: at.toISOString(), hash: erasureHash(emailNormalised) });
  const { BACKUP_DIR, DATA_DIR } = config();
  const places = [
    ...(hasEmbeddedDatabase() ? [DATA_DIR] : []),
    ...(BACKUP_DIR ? [BACKUP_DIR] : []),
  ];
  const failures = places.flatMap((place) => {
    try {
      addErasures(place, erasureFile(), [line]);
      return [];
    } catch (error) {
      log.error({ err: error, place }, 'an erasure was not noted beside the backups');
      return [error];
    }
  });
  if (places.length > 0 && failures.length === places.length) throw failures[0];
}

/** Adds lines to a list, on the disk when this returns. */
function addErasures(place: string, file: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const list = openSync(path.join(place, file), 'a', 0o600);
  try {
    appendFileSync(list, lines.map((line) => `${line}\n`).join(''));
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}

/** Adds to the lists of one place what those of another one know. */
export function mergeErasures(from: string, to: string): void {
  const there = erasureLists(to);
  for (const [file, lines] of erasureLists(from)) {
    const known = new Set(there.get(file));
    addErasures(
      to,
      file,
      lines.filter((line) => !known.has(line)),
    );
  }
}

/** The lists in a folder, each with its lines in order; a line that broke off is left out. */
export function erasureLists(place: string): Map<string, string[]> {
  const names = existsSync(place) ? readdirSync(place) : [];
  return new Map(
    names
      .filter((name) => /^erasures-[0-9a-f]{8}\.jsonl$/.test(name))
      .map((name) => [
        name,
        readFileSync(path.join(place, name), 'utf8')
          .split('\n')
          .filter((line) => /^\{.*\}$/.test(line)),
      ]),
  );
}

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
