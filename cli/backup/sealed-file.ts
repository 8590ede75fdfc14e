import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import stream, { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/*
 * A file of a backup: gzip, and with BACKUP_KEY that sealed in pieces of 64 KB by AES-256-GCM. A
 * piece's nonce is its place, and says which one is the last: none can be left out, moved, or cut
 * off. Each file has a key of its own, and its name is sealed in, so that none passes for another.
 */

const MAGIC = Buffer.from('OpenAssay backup 1\n');
const CHECK_BYTES = 8;
const SALT_BYTES = 16;
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + CHECK_BYTES + SALT_BYTES;

/** Something is wrong with a backup itself; the message is for whoever runs a command. */
export class BackupTrouble extends Error {}

/** What BACKUP_KEY opens, and proves: hard to guess from, also where the key is a sentence. */
export interface BackupKey {
  master: Buffer;
}

const known = new Map<string, BackupKey>();

/** The key that follows from BACKUP_KEY; undefined without one. */
export function backupKey(given: string | undefined): BackupKey | undefined {
  if (!given) return undefined;
  const key = known.get(given) ?? {
    master: scryptSync(given, 'openassay backup', 32, {
      N: 32_768,
      r: 8,
      maxmem: 64 * 1024 * 1024,
    }),
  };
  known.set(given, key);
  return key;
}

/** What a text is proven by to come from whoever has the key. */
export function proofOf(text: string, { master }: BackupKey): string {
  return createHmac('sha256', master).update(text).digest('hex');
}

/** How a file came out: its size, and what `sha256sum` says of it. */
interface Written {
  bytes: number;
  sha256: string;
}

/** Writes a file that is there whole, on the disk, or not at all; `name` is sealed in. */
export async function writeSealed(
  file: string,
  name: string,
  source: Readable,
  key: BackupKey | undefined,
): Promise<Written> {
  const unfinished = `${file}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(unfinished, { mode: 0o600 });
  try {
    // The fastest: a log is mostly zeros, and a site is selling meanwhile.
    const steps = [createGzip({ level: 1 }), ...(key ? [new Sealing(name, key)] : []), measure];
    await pipeline([source, ...steps, target]);
    await settle(unfinished);
    await rename(unfinished, file);
    await settle(path.dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Has what was written to a file or folder put on the disk. */
async function settle(at: string): Promise<void> {
  const handle = await open(at, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads such a file. Throws `BackupTrouble` where it is damaged, is not the one of that name, or was
 * sealed with another key; where a key is given, what is not sealed is refused: anybody could have
 * written it.
 */
export async function* readSealed(
  file: string,
  name: string,
  key: BackupKey | undefined,
): AsyncGenerator<Buffer> {
  const isSealed = beginningOf(file, MAGIC.length).equals(MAGIC);
  if (isSealed && !key) {
    throw new BackupTrouble(
      `${name} is encrypted. Set BACKUP_KEY to the key that it was made with.`,
    );
  }
  if (!isSealed && key) {
    throw new BackupTrouble(
      `${name} is not encrypted, and BACKUP_KEY is set. Unset it if you mean this one.`,
    );
  }
  const opened = createGunzip();
  // What fails anywhere is thrown below, by whoever reads.
  if (key) stream.pipeline(createReadStream(file), new Opening(name, key), opened, () => {});
  else stream.pipeline(createReadStream(file), opened, () => {});
  try {
    yield* opened as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof BackupTrouble) throw error;
    throw new BackupTrouble(`${name} is damaged: ${(error as Error).message}.`);
  }
}

function beginningOf(file: string, bytes: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const beginning = Buffer.alloc(bytes);
    return beginning.subarray(0, readSync(handle, beginning));
  } finally {
    closeSync(handle);
  }
}

class Sealing extends Transform {
  readonly #name: string;
  readonly #key: Buffer;
  #waiting = Buffer.alloc(0);
  #place = 0;

  constructor(name: string, key: BackupKey) {
    super();
    const salt = randomBytes(SALT_BYTES);
    this.#name = name;
    this.#key = keyOf(key, salt);
    this.push(Buffer.concat([MAGIC, checkOf(key), salt]));
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    // The last piece has to say so, and nobody knows yet which one that is.
    while (this.#waiting.length > PIECE_BYTES) {
      this.#seal(this.#waiting.subarray(0, PIECE_BYTES), false);
      this.#waiting = this.#waiting.subarray(PIECE_BYTES);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#seal(this.#waiting, true);
    done();
  }

  #seal(piece: Buffer, isLast: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#place++, isLast));
    cipher.setAAD(Buffer.from(this.#name));
    this.push(Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]));
  }
}

class Opening extends Transform {
  readonly #name: string;
  readonly #given: BackupKey;
  #key: Buffer | undefined;
  #waiting = Buffer.alloc(0);
  #place = 0;

  constructor(name: string, key: BackupKey) {
    super();
    this.#name = name;
    this.#given = key;
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    try {
      if (!this.#key && this.#waiting.length >= HEAD_BYTES) this.#readHead();
      while (this.#key && this.#waiting.length > PIECE_BYTES + TAG_BYTES) {
        this.#open(this.#waiting.subarray(0, PIECE_BYTES + TAG_BYTES), false);
        this.#waiting = this.#waiting.subarray(PIECE_BYTES + TAG_BYTES);
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#open(this.#waiting, true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #readHead(): void {
    const check = this.#waiting.subarray(MAGIC.length, MAGIC.length + CHECK_BYTES);
    if (!timingSafeEqual(check, checkOf(this.#given))) {
      throw new BackupTrouble(
        `${this.#name} was encrypted with another key. Set BACKUP_KEY to that one.`,
      );
    }
    this.#key = keyOf(this.#given, this.#waiting.subarray(MAGIC.length + CHECK_BYTES, HEAD_BYTES));
    this.#waiting = this.#waiting.subarray(HEAD_BYTES);
  }

  #open(sealed: Buffer, isLast: boolean): void {
    const damaged = new BackupTrouble(
      `${this.#name} is damaged, cut off, or not the file that was written under this name.`,
    );
    if (!this.#key || sealed.length < TAG_BYTES) throw damaged;
    const cipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(this.#place++, isLast));
    cipher.setAAD(Buffer.from(this.#name));
    cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const piece = cipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      this.push(Buffer.concat([piece, cipher.final()]));
    } catch {
      throw damaged;
    }
  }
}

/** The key of one file. */
function keyOf({ master }: BackupKey, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, 'file', 32));
}

/** Tells a wrong key from a damaged file. */
function checkOf({ master }: BackupKey): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', 'check', CHECK_BYTES));
}

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 4, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
