import { and, eq, inArray, notExists } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { entryProof, firstCheckpointOf } from '#app/log/entry-proof.server.ts';
import { findLeaves } from '#app/log/store.server.ts';
import { db } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { releaseParts, releases } from '#db/schema.ts';

/** What stands beside a release and not in it, since it is made of it. */
export const BESIDE = ['checkpoint', 'release.proof'] as const;

/** Witnesses are waited for, and no longer than this. */
const WITNESSES_MS = 5 * 60_000;

/** Puts checkpoint and proof beside every release whose leaf is signed by now, once. */
export async function addProofs(): Promise<void> {
  const proven = db()
    .select({ one: releaseParts.part })
    .from(releaseParts)
    .where(and(eq(releaseParts.release, releases.name), inArray(releaseParts.file, [...BESIDE])));
  for (const { name, tree, leafIndex } of await db()
    .select()
    .from(releases)
    .where(notExists(proven))) {
    const signed = await firstCheckpointOf(tree, leafIndex);
    if (!signed) continue;
    const isAwaited = config().LOG_WITNESSES.length > 0 && signed.cosignatures === '';
    if (isAwaited && now().getTime() - signed.signedAt.getTime() < WITNESSES_MS) continue;
    const [leaf] = await findLeaves(tree, leafIndex, leafIndex + 1);
    if (!leaf) continue;
    const texts = [signed.note + signed.cosignatures, await entryProof(tree, leaf, signed)];
    await db()
      .insert(releaseParts)
      .values(
        BESIDE.map((file, at) => {
          return { release: name, file, part: 0, content: Buffer.from(texts[at] ?? '') };
        }),
      )
      .onConflictDoNothing();
  }
}
