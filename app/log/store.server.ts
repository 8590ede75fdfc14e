import { and, asc, desc, eq, gte, inArray, lt, max } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { logCheckpoints, logLeaves, logNodes } from '#db/schema.ts';
import type { FormName } from './forms.ts';
import { readLeaf, type Leaf } from './read-leaf.ts';
import { HoleError, Tree, TILE_WIDTH, tileRoot, type ReadTile } from './tree.ts';
import { readCheckpoint } from './verifier.js';

/** Tiles whose leaves are read together. */
const TILES_AT_ONCE = 64;

/** The tree that acts are written to, and how far its indexes have come. */
export async function currentTree(tx: Tx): Promise<{ tree: number; size: number }> {
  const [last] = await tx
    .select({ tree: logLeaves.tree, index: logLeaves.index })
    .from(logLeaves)
    .orderBy(desc(logLeaves.tree), desc(logLeaves.index))
    .limit(1);
  return last ? { tree: last.tree, size: last.index + 1 } : { tree: 1, size: 0 };
}

/** A checkpoint that was signed, with what witnesses signed of it, which its `note` is without. */
export type Signed = typeof logCheckpoints.$inferSelect & { origin: string; root: Buffer };

/** The last checkpoint of a tree, or the one of a size. */
export async function findCheckpoint(tx: Tx, tree: number, size?: number): Promise<Signed | null> {
  const ofSize = size === undefined ? undefined : eq(logCheckpoints.size, size);
  const [row] = await tx
    .select()
    .from(logCheckpoints)
    .where(and(eq(logCheckpoints.tree, tree), ofSize))
    .orderBy(desc(logCheckpoints.size))
    .limit(1);
  if (!row) return null;
  const { origin, root } = readCheckpoint(row.note);
  return { ...row, origin, root: Buffer.from(root) };
}

/** The last checkpoint of the log that is written now. */
export async function lastCheckpoint(): Promise<Signed | null> {
  const { tree } = await currentTree(db());
  return findCheckpoint(db(), tree);
}

/** Reads a tree's tiles. */
export function logTilesOf(tx: Tx, tree: number): ReadTile {
  return async (level, tile) => {
    const from = tile * TILE_WIDTH;
    return level === 0
      ? leafHashes(tx, tree, from, from + TILE_WIDTH)
      : nodeHashes(tx, tree, level, from);
  };
}

export function treeOf(tx: Tx, tree: number): Tree {
  return new Tree(logTilesOf(tx, tree));
}

async function leafHashes(tx: Tx, tree: number, from: number, to: number): Promise<Buffer[]> {
  const { index, hash } = logLeaves;
  const rows = await tx
    .select({ index, hash })
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), gte(index, from), lt(index, to)))
    .orderBy(asc(index));
  // Behind a hole, nothing is known.
  return rows.filter((row, place) => row.index === from + place).map((row) => row.hash);
}

async function nodeHashes(tx: Tx, tree: number, level: number, from: number): Promise<Buffer[]> {
  const { index, hash } = logNodes;
  const rows = await tx
    .select({ hash })
    .from(logNodes)
    .where(
      and(
        eq(logNodes.tree, tree),
        eq(logNodes.level, level),
        gte(index, from),
        lt(index, from + TILE_WIDTH),
      ),
    )
    .orderBy(asc(index));
  return rows.map((row) => row.hash);
}

/** Writes the nodes of all tiles that are whole now and were not before. */
export async function writeNodes(tx: Tx, tree: number, size: number): Promise<void> {
  for (let level = 1, span = TILE_WIDTH; span <= size; level += 1, span *= TILE_WIDTH) {
    const [known] = await tx
      .select({ last: max(logNodes.index) })
      .from(logNodes)
      .where(and(eq(logNodes.tree, tree), eq(logNodes.level, level)));
    const whole = Math.floor(size / span);
    for (let at = (known?.last ?? -1) + 1; at < whole; at += TILES_AT_ONCE) {
      const end = Math.min(whole, at + TILES_AT_ONCE);
      const below = await hashesBelow(tx, tree, level, at, end);
      const rows = Array.from({ length: end - at }, (_, tile) => {
        const hashes = below.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH);
        if (hashes.length < TILE_WIDTH) throw new HoleError('A tile of the log is not whole.');
        return { tree, level, index: at + tile, hash: tileRoot(hashes) };
      });
      await tx.insert(logNodes).values(rows);
    }
  }
}

async function hashesBelow(tx: Tx, tree: number, level: number, from: number, to: number) {
  if (level === 1) return leafHashes(tx, tree, from * TILE_WIDTH, to * TILE_WIDTH);
  const found: Buffer[] = [];
  for (let tile = from; tile < to; tile += 1)
    found.push(...(await nodeHashes(tx, tree, level - 1, tile * TILE_WIDTH)));
  return found;
}

/** How many of a tree's first entries are not in this database. */
export async function missingLeaves(tx: Tx, tree: number, size: number): Promise<number> {
  const isFirst = and(eq(logLeaves.tree, tree), lt(logLeaves.index, size));
  return size - (await tx.$count(logLeaves, isFirst));
}

/** What the log that is written now has of these forms, about all products or some; the oldest first. */
export async function entriesOf<Form extends FormName>(
  tx: Tx,
  named: readonly Form[],
  productIds?: readonly number[],
): Promise<Leaf<Form>[]> {
  const { tree } = await currentTree(tx);
  const { index, form, productId } = logLeaves;
  const about = productIds && inArray(productId, [...productIds]);
  const rows = await tx
    .select()
    .from(logLeaves)
    .where(and(inArray(form, [...named]), about, eq(logLeaves.tree, tree)))
    .orderBy(asc(index));
  const isNamed = (leaf?: Leaf): leaf is Leaf<Form> => named.some((one) => one === leaf?.form);
  return rows.map(readLeaf).filter(isNamed);
}

/** Entries in order, from one index up to another. */
export async function findLeaves(tree: number, from: number, to: number) {
  return db()
    .select()
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), gte(logLeaves.index, from), lt(logLeaves.index, to)))
    .orderBy(asc(logLeaves.index));
}
