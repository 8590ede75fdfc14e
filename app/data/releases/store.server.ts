import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import type { Terms } from '#app/data/table.ts';
import { heldReleases, releaseParts, releases } from '#db/schema.ts';

/** A file of a release, as it lists them. */
export interface ReleasedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** The file of a release that its entry in the log states the hash of. */
export const SUMS = 'SHA256SUMS';

/** What it says of the others. */
export function sumsText(files: readonly ReleasedFile[]): string {
  return files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => `${file.sha256}  ${file.name}\n`)
    .join('');
}

/** A table of a release: in one file of each format. */
export interface ReleasedTable {
  name: string;
  title: string;
  rows: number;
  /** The day, or year, of its newest row; null where its rows have none. */
  newest: string | null;
  /** Whose its rows are, where none is ours; releases from before the surveys have no such table. */
  terms?: Terms;
}

/** What a release lists: all but checkpoint and proof, which are made of it. */
interface Contents {
  tables: ReleasedTable[];
  files: ReleasedFile[];
}

/** As it is written. */
export type Release = typeof releases.$inferSelect & { contents: Contents };

/** The newest first. */
export async function listReleases(tx: Tx, most = 1_000): Promise<Release[]> {
  const rows = await tx.select().from(releases).orderBy(desc(releases.madeAt)).limit(most);
  return rows as Release[];
}

export async function findRelease(name: string): Promise<Release | undefined> {
  const [row] = await db().select().from(releases).where(eq(releases.name, name));
  return row as Release | undefined;
}

/** When a release was last held back since one was made, and for which tables; undefined if never. */
export async function heldRelease(tx: Tx): Promise<{ at: Date; fewer: string[] } | undefined> {
  const [held] = await tx.select().from(heldReleases).orderBy(desc(heldReleases.heldAt)).limit(1);
  const [last] = await listReleases(tx, 1);
  if (!held || (last && last.madeAt >= held.heldAt)) return undefined;
  return { at: held.heldAt, fewer: held.fewer as string[] };
}

/**
 * The bytes of a file in order, a part at a time, or those from one to another, of which no others are
 * read; none of one that is not there.
 */
export async function* partsOf(
  tx: Tx,
  release: string,
  file: string,
  [from, to]: readonly [number, number] = [0, Infinity],
): AsyncGenerator<Buffer> {
  const { part, content } = releaseParts;
  const own = and(eq(releaseParts.release, release), eq(releaseParts.file, file));
  const bytes = sql<number>`octet_length(${content})`;
  const parts = await tx.select({ part, bytes }).from(releaseParts).where(own).orderBy(part);
  let at = 0;
  for (const one of parts) {
    const [first, end] = [Math.max(0, from - at), Math.min(one.bytes, to + 1 - at)];
    at += one.bytes;
    if (first >= end) continue;
    const cut = sql<Buffer>`substring(${content} from ${first + 1}::int for ${end - first}::int)`;
    const [row] = await tx
      .select({ cut })
      .from(releaseParts)
      .where(and(own, eq(part, one.part)));
    if (row) yield row.cut;
  }
}

/** The lines of a text file. */
export async function* releasedLines(
  tx: Tx,
  release: string,
  file: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of partsOf(tx, release, file)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const PART_BYTES = 1_000_000;

/** A file as it is written: stored by parts, and hashed, so that it never stands in memory as a whole. */
export class GrowingFile {
  readonly #at: { tx: Tx; release: string; file: string };
  readonly #hash = createHash('sha256');
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #parts = 0;
  /** The part before, while the next one is put together. */
  #stored: Promise<unknown> = Promise.resolve();

  constructor(tx: Tx, release: string, file: string) {
    this.#at = { tx, release, file };
  }

  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#waitingBytes += bytes.length;
    this.#waiting.push(bytes);
    if (this.#waitingBytes >= PART_BYTES) await this.#store();
  }

  async end(): Promise<ReleasedFile> {
    if (this.#waitingBytes > 0 || this.#parts === 0) await this.#store();
    await this.#stored;
    return { name: this.#at.file, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #store(): Promise<void> {
    const { tx, release, file } = this.#at;
    const content = Buffer.concat(this.#waiting);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    await this.#stored;
    this.#stored = tx
      .insert(releaseParts)
      .values({ release, file, part: this.#parts, content })
      .execute();
    this.#stored.catch(() => {}); // the next one throws it
    this.#parts += 1;
  }
}
