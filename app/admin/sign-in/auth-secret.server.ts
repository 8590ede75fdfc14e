import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { config } from '#app/config.ts';

const FILE = 'auth-secret';
const read = new Map<string, string>();

/**
 * AUTH_SECRET, or the one that was made for this data directory: readable by its owner alone, made
 * on first use. It never stands in the database, so that a copy of that opens nothing.
 */
export function authSecret(): string {
  const { AUTH_SECRET, DATA_DIR } = config();
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = path.resolve(DATA_DIR, FILE);
  const known = read.get(file);
  if (known) return known;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} holds no secret. Delete it: another is made.`);
  read.set(file, secret);
  return secret;
}
