import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  makeOnce(file, randomBytes(48).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} holds no secret. Delete it: another is made.`);
  read.set(file, secret);
  return secret;
}

/**
 * Makes a file that its owner alone can read, unless it is there: with all that it holds or not at all,
 * whoever looks while it is made.
 */
export function makeOnce(file: string, text: string): void {
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const whole = `${file}.${randomUUID()}`;
  writeFileSync(whole, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** What the address of the outbox holds: the same in every process, and nobody's who was not told. */
export function outboxKey(secret = authSecret()): string {
  return createHmac('sha256', secret).update('outbox').digest('hex').slice(0, 32);
}

/** Compares what somebody gave with a secret: takes as long for a near miss as for any other. */
export function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
