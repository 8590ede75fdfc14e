import { createHash } from 'node:crypto';

/** The hashes of a tile, as far as the log has them: 256 of a level, of which level 0 are leaves. */
export type ReadTile = (level: number, tile: number) => Promise<Buffer[]>;

export const TILE_WIDTH = 256;

/** Entries that a tree needs are not here. */
export class HoleError extends Error {}

/** The hash of two subtrees together: RFC 6962, section 2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update('\u0001').update(left).update(right).digest();
}

/** The root of no leaves. */
const EMPTY = createHash('sha256').digest();

/**
 * The Merkle tree of a log (RFC 6962, section 2.1), by its tiles alone: a proof of a million entries reads
 * six. A tree keeps the tiles that it has read, so one is made for each question.
 */
export class Tree {
  readonly #tiles = new Map<string, Promise<Buffer[]>>();
  readonly #readTile: ReadTile;

  constructor(readTile: ReadTile) {
    this.#readTile = readTile;
  }

  async root(size: number): Promise<Buffer> {
    return size === 0 ? EMPTY : this.#subtree(0, size);
  }

  /** The hashes beside an entry's way to the root, from the leaf's sibling upwards. */
  async inclusion(index: number, size: number): Promise<Buffer[]> {
    const path: Buffer[] = [];
    let [from, to] = [0, size];
    while (to - from > 1) {
      const middle = from + halfOf(to - from);
      const isLeft = index < middle;
      path.unshift(await (isLeft ? this.#subtree(middle, to) : this.#subtree(from, middle)));
      [from, to] = isLeft ? [from, middle] : [middle, to];
    }
    return path;
  }

  /** The hashes that show that the first entries are those of an older, smaller tree. */
  async consistency(old: number, size: number): Promise<Buffer[]> {
    const path: Buffer[] = [];
    if (old === 0 || old === size) return path;
    let [from, to, isWhole] = [0, size, true];
    while (to !== old) {
      const middle = from + halfOf(to - from);
      const isLeft = old <= middle;
      path.unshift(await (isLeft ? this.#subtree(middle, to) : this.#subtree(from, middle)));
      isWhole &&= isLeft;
      [from, to] = isLeft ? [from, middle] : [middle, to];
    }
    return isWhole ? path : [await this.#subtree(from, to), ...path];
  }

  async #subtree(from: number, to: number): Promise<Buffer> {
    const size = to - from;
    const level = levelOf(size);
    if (level !== undefined && from % size === 0) return this.#node(level, from / size);
    const middle = from + halfOf(size);
    return nodeHash(await this.#subtree(from, middle), await this.#subtree(middle, to));
  }

  async #node(level: number, index: number): Promise<Buffer> {
    const tile = Math.floor(index / TILE_WIDTH);
    const name = `${level} ${tile}`;
    const read = this.#tiles.get(name) ?? this.#readTile(level, tile);
    this.#tiles.set(name, read);
    const hash = (await read)[index % TILE_WIDTH];
    if (!hash) throw new HoleError(`The log is without node ${index} of level ${level}.`);
    return hash;
  }
}

/** The root of a whole tile. */
export function tileRoot(hashes: readonly Buffer[]): Buffer {
  let row = [...hashes];
  while (row.length > 1)
    row = row.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, row[at + 1] ?? left)] : []));
  return row[0] ?? EMPTY;
}

/** The largest power of two below a size. */
function halfOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

/** The level of tiles whose nodes span so many leaves; undefined where none does. */
function levelOf(size: number): number | undefined {
  for (let [level, span] = [0, 1]; span <= size; level += 1, span *= TILE_WIDTH)
    if (span === size) return level;
  return undefined;
}

/** A tile's number in its address: 1234067 is `x001/x234/067`. */
export function tilePath(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  return groups.map((three, at) => (at < groups.length - 1 ? `x${three}` : three)).join('/');
}

/** An entry in a bundle: its length in two bytes, and itself. */
export function entryBytes(leaf: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(leaf));
  return Buffer.concat([length, Buffer.from(leaf)]);
}

/** The entries of a bundle. */
export function entriesIn(bundle: Buffer): string[] {
  const leaves: string[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    leaves.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return leaves;
}
