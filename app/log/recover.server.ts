import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { db, inTransaction } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';
import { fetchAtMost } from './fetch-at-most.server.ts';
import { formNamed } from './forms.ts';
import { keepCheckpoint, keptCheckpoint, logKey } from './keys.server.ts';
import { LeafError, statedIn } from './read-leaf.ts';
import { leafHash } from './seal.server.ts';
import { signCheckpoint, type Signing } from './sign-checkpoint.server.ts';
import { currentTree, lastCheckpoint, treeOf, findLeaves, writeNodes } from './store.server.ts';
import { entriesIn, tilePath, TILE_WIDTH } from './tree.ts';
import { readCheckpoint, readKey, signersOf } from './verifier.js';

/** What a file of a copy may be: a tile of the longest entries has 16.8 million bytes. */
const FILE = { bytes: 17_000_000, ms: 60_000 };

/**
 * Brings back the entries that were signed and are not in this database, from a copy of the log's tiles: a
 * folder, or an address such as a mirror's. A checkpoint in the copy that our key signed counts, too.
 * Nothing is taken that does not lead to the root that was signed. Resolves to how many came back.
 */
export async function recoverLeaves(from: string): Promise<{ came: number; signing: Signing }> {
  await adoptCheckpointOf(from);
  await signCheckpoint(); // has the database know of the last checkpoint beside the key
  const last = await lastCheckpoint();
  if (!last) throw new Error('Nothing was ever signed: there is nothing to bring back.');
  const { tree } = await currentTree(db());
  const known = new Set((await findLeaves(tree, 0, last.size)).map(({ index }) => index));
  const missing: (typeof logLeaves.$inferInsert)[] = [];
  for (let tile = 0; tile * TILE_WIDTH < last.size; tile += 1) {
    const width = Math.min(TILE_WIDTH, last.size - tile * TILE_WIDTH);
    const places = Array.from({ length: width }, (_, place) => tile * TILE_WIDTH + place);
    if (places.every((index) => known.has(index))) continue;
    const bundle = await readBundle(from, `tile/entries/${tilePath(tile)}`, width);
    for (const [place, leaf] of entriesIn(bundle).entries()) {
      const index = tile * TILE_WIDTH + place;
      if (index < last.size && !known.has(index)) missing.push({ tree, index, ...rowOf(leaf) });
    }
  }
  await inTransaction(async (tx) => {
    for (let at = 0; at < missing.length; at += 1_000)
      await tx.insert(logLeaves).values(missing.slice(at, at + 1_000));
    await writeNodes(tx, tree, last.size);
    const root = await treeOf(tx, tree).root(last.size);
    if (!root.equals(last.root))
      throw new Error(
        `${from} is no copy of what was signed, or entries here stand where others were signed.`,
      );
  });
  return { came: missing.length, signing: await signCheckpoint() };
}

function rowOf(leaf: string) {
  const stated = statedIn(leaf);
  const form = stated && formNamed(stated.form);
  if (!form) throw new LeafError(`The copy has an entry of a form that is unknown here: ${leaf}`);
  const [productId, createdAt] = [stated.body.product ?? null, new Date(stated.at)];
  return { form, leaf, hash: leafHash(leaf), productId, createdAt };
}

/** Keeps a checkpoint of the copy, where our key signed it and it is larger than what is kept here. */
async function adoptCheckpointOf(from: string): Promise<void> {
  const [bytes, key, kept] = [await readCopy(from, 'checkpoint'), logKey(), keptCheckpoint()];
  if (!bytes || !key) return;
  const { origin, size, note } = readCheckpoint(bytes.toString());
  const isOurs = (await signersOf(note, [await readKey(key.vkey)])).length > 0;
  const isLarger = !kept || readCheckpoint(kept).size < size;
  if (origin === key.name && isOurs && isLarger) keepCheckpoint(note);
}

/** The first entries of a tile: a copy may be newer than what is looked for, and hold more of them. */
async function readBundle(from: string, tile: string, width: number): Promise<Buffer> {
  const more = Array.from({ length: TILE_WIDTH - 1 - width }, (_, at) => width + 1 + at);
  for (const one of new Set([width, TILE_WIDTH, ...more])) {
    const bundle = await readCopy(from, one < TILE_WIDTH ? `${tile}.p/${one}` : tile);
    if (bundle) return bundle;
  }
  throw new Error(`${from} is without ${tile}${width < TILE_WIDTH ? `.p/${width}` : ''}.`);
}

async function readCopy(from: string, name: string): Promise<Buffer | undefined> {
  if (!/^https?:/.test(from)) return readFile(path.join(from, name)).catch(() => undefined);
  const { status, body } = await fetchAtMost(`${from.replace(/\/+$/, '')}/${name}`, FILE);
  return status === 200 ? body : undefined;
}
