import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { config, siteUrl } from '#app/config.ts';
import { makeOnce } from '#app/platform/auth-secret.server.ts';
import { readSigner, signerOf, type Signer } from './note.ts';

/** In DATA_DIR: the key, and the last checkpoint that was signed with it. Neither is in a backup. */
const KEY_FILE = 'log-key';
const CHECKPOINT_FILE = 'log-checkpoint';

const at = (file: string) => path.resolve(config().DATA_DIR, file);

/** What should be a key is none. */
export class KeyError extends Error {}

/** The key that signs checkpoints: `LOG_KEY`, or the one in `DATA_DIR`; undefined where there is none. */
export function logKey(): Signer | undefined {
  const stated = config().LOG_KEY ?? readIfThere(at(KEY_FILE));
  if (stated === undefined) return undefined;
  const signer = readSigner(stated);
  if (!signer) throw new KeyError(`${at(KEY_FILE)} holds no key of a log.`);
  return signer;
}

/** Makes a key of its own for a log, and keeps it in `DATA_DIR`, readable by its owner alone. */
export function makeLogKey(origin: string): Signer {
  makeOnce(at(KEY_FILE), `${newSigner(origin).skey}\n`);
  return readSigner(readFileSync(at(KEY_FILE), 'utf8')) ?? newSigner(origin);
}

export function newSigner(origin: string): Signer {
  return signerOf(origin, randomBytes(32));
}

/** Puts a key in the place of the one in `DATA_DIR`, which is kept beside it. */
export function replaceLogKey(signer: Signer): void {
  const before = readIfThere(at(KEY_FILE));
  if (before) writeWhole(at(`${KEY_FILE}.${Date.now()}`), before);
  writeWhole(at(KEY_FILE), `${signer.skey}\n`);
}

/** What a log of this site is called: where it is served, without the scheme. */
export function originOf(tree: number): string {
  const { host } = new URL(siteUrl());
  return tree === 1 ? `${host}/log` : `${host}/log/${tree}`;
}

/** The last checkpoint that a process signed from this `DATA_DIR`, whatever became of the database. */
export function keptCheckpoint(): string | undefined {
  return readIfThere(at(CHECKPOINT_FILE));
}

/** Keeps a checkpoint beside the key, before anybody else can see it. */
export function keepCheckpoint(note: string): void {
  writeWhole(at(CHECKPOINT_FILE), note);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text, { mode: 0o600 });
  renameSync(whole, file);
}
