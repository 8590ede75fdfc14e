import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BackupTrouble } from './sealed-file.ts';

/*
 * Just enough of POSIX's ustar for a base backup: files and folders. A backup that is not encrypted
 * can so be opened with `tar`.
 */

const BLOCK = 512;

/** A file whose content has exactly this size, or a folder. */
export interface TarEntry {
  name: string;
  /** Bytes; undefined for a folder. */
  size?: number;
  content?: AsyncIterable<Buffer>;
}

/** The archive, piece by piece. */
export async function* pack(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield headerOf(entry);
    if (!entry.content || entry.size === undefined) continue;
    yield* entry.content;
    const rest = entry.size % BLOCK;
    if (rest > 0) yield Buffer.alloc(BLOCK - rest);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf({ name, size }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (at: number, text: string) => header.write(text, at, 'utf8');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const [prefix, last] = inTwo(size === undefined ? `${name}/` : name);
  put(0, last);
  put(100, octal(size === undefined ? 0o700 : 0o600, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size ?? 0, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8));
  put(156, size === undefined ? '5' : '0');
  put(257, 'ustar\x0000');
  put(345, prefix);
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
  );
  return header;
}

/** A name of up to 100 bytes, and what stands before it. */
function inTwo(name: string): [prefix: string, last: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, last] = [name.slice(0, at), name.slice(at + 1)];
    if (last && Buffer.byteLength(last) <= 100 && Buffer.byteLength(prefix) <= 155) {
      return [prefix, last];
    }
  }
  throw new Error(`${name} is too long a name for a backup.`);
}

/**
 * Writes what the archive holds into a folder; `placeOf` says where a name goes, if anywhere. Throws
 * `BackupTrouble` where the archive breaks off.
 */
export async function unpack(
  archive: AsyncIterable<Buffer>,
  placeOf: (name: string) => string | undefined,
  progress: (bytes: number) => void = () => {},
): Promise<void> {
  const blocks = new Blocks(archive);
  let done = 0;
  for (;;) {
    const header = await blocks.take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, to: number) =>
      header.toString('utf8', from, to).replace(/\0[^]*$/, '');
    const name = [text(345, 500), text(0, 100)].filter(Boolean).join('/');
    if (name.startsWith('/') || name.split('/').includes('..')) {
      throw new BackupTrouble(`The backup holds a file with a forbidden name: ${name}.`);
    }
    const size = Number.parseInt(text(124, 136), 8);
    const place = placeOf(name.replace(/\/$/, ''));
    if (text(156, 157) === '5') {
      if (place) mkdirSync(place, { recursive: true, mode: 0o700 });
      continue;
    }
    await writeFrom(blocks, size, place);
    await blocks.skip((BLOCK - (size % BLOCK)) % BLOCK);
    progress((done += size));
  }
  // To its end: only there does a file say that it is whole.
  await blocks.drain();
}

async function writeFrom(blocks: Blocks, size: number, place: string | undefined): Promise<void> {
  if (place === undefined) return blocks.skip(size);
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  const file = openSync(place, 'w', 0o600);
  try {
    for (let left = size; left > 0;) {
      const piece = await blocks.some(left);
      // All of it, or a full disk is thrown.
      writeFileSync(file, piece);
      left -= piece.length;
    }
  } finally {
    closeSync(file);
  }
}

/** The bytes of a stream, as many as asked for. */
class Blocks {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte, and at most so many. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) throw new BackupTrouble('The backup breaks off: it is not whole.');
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = bytes; left > 0;) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= (await this.some(left)).length;
  }

  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}
