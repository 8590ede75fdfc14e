import { db } from '#app/database/db.server.ts';
import { keptCheckpoint } from './keys.server.ts';
import { statedIn } from './read-leaf.ts';
import { leafHash } from './seal.server.ts';
import { currentTree, findCheckpoint, findLeaves } from './store.server.ts';
import { nodeHash } from './tree.ts';
import { readCheckpoint } from './verifier.js';

const BATCH = 10_000;

/**
 * Works the log's tree out anew from the entries themselves, whatever else the database holds of them,
 * and compares it with the last checkpoint, there and beside the key; resolves to how many entries were
 * looked at, and to a sentence for each thing that differs.
 */
export async function checkEntries(): Promise<{ looked: number; found: string[] }> {
  const { tree, size } = await currentTree(db());
  const [last, kept] = [await findCheckpoint(db(), tree), keptCheckpoint()];
  const signed = [last, kept ? readCheckpoint(kept) : null].filter((one) => one !== null);
  const own = signed.filter(({ origin }) => origin === last?.origin);
  const roots = new Map(own.map(({ size: most, root }) => [most, Buffer.from(root)]));
  const found: string[] = [];
  // The roots of whole trees, the largest first (RFC 9162, 2.1.2).
  const whole: Buffer[] = [];
  let index = 0;
  for (let from = 0; from < size; from += BATCH) {
    for (const row of await findLeaves(tree, from, from + BATCH)) {
      const hash = leafHash(row.leaf);
      const stated = hash.equals(row.hash) ? statedIn(row.leaf) : undefined;
      const isSo =
        stated?.form.split('/')[1] === row.form && (stated.body.product ?? null) === row.productId;
      if (row.index !== index) {
        found.push(missing(index, row.index));
        return { looked: index, found };
      }
      if (!isSo) found.push(`Entry ${row.index} was changed.`);
      whole.push(hash);
      index += 1;
      for (let trees = index; trees % 2 === 0; trees /= 2) whole.push(rootOf(whole.splice(-2)));
      const root = roots.get(index);
      if (root && !rootOf(whole).equals(root))
        found.push(`The first ${index} entries are not those that were signed.`);
    }
  }
  const most = Math.max(0, ...roots.keys());
  if (most > index) found.push(missing(index, most));
  return { looked: index, found };
}

function missing(from: number, before: number): string {
  return before - from === 1
    ? `Entry ${from} is missing.`
    : `Entries ${from} to ${before - 1} are missing.`;
}

/** Of the tree that some make, at least one: the last two first. */
function rootOf(trees: readonly Buffer[]): Buffer {
  return trees.reduceRight((right, left) => nodeHash(left, right));
}
