import { and, asc, eq, gt } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { logCheckpoints } from '#db/schema.ts';
import { findCheckpoint, treeOf, type Signed } from './store.server.ts';

/** That an entry is in the log, by a checkpoint that holds it: a C2SP tlog-proof. */
export async function entryProof(
  tree: number,
  { index, leaf }: { index: number; leaf: string },
  signed: Signed,
): Promise<string> {
  const path = await treeOf(db(), tree).inclusion(index, signed.size);
  const lines = [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(leaf).toString('base64')}`,
    `index ${index}`,
    ...path.map((hash) => hash.toString('base64')),
    '',
    signed.note + signed.cosignatures,
  ];
  return lines.join('\n');
}

/** The smallest checkpoint that holds an entry; null while none is signed. */
export async function firstCheckpointOf(tree: number, index: number): Promise<Signed | null> {
  const { size } = logCheckpoints;
  const [row] = await db()
    .select({ size })
    .from(logCheckpoints)
    .where(and(eq(logCheckpoints.tree, tree), gt(size, index)))
    .orderBy(asc(size))
    .limit(1);
  return row ? findCheckpoint(db(), tree, row.size) : null;
}
