import { eq } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { repeatedLook } from './repeated-look.server.ts';
import type { TakenIn } from './take-in-image.server.ts';
import { productPhotos, sentPhotos } from '#db/schema.ts';

/** The uploads of this site's database: which there are is known by heart, their bytes are not. */
export function uploadedPhotos() {
  let versions = new Map<number, string>();
  const looks = repeatedLook(look);

  async function look(): Promise<void> {
    try {
      const { productId, version } = productPhotos;
      const rows = await db().select({ productId, version }).from(productPhotos);
      versions = new Map(rows.map((row) => [row.productId, row.version]));
    } catch (error) {
      // What was known before is good enough to go on with.
      log.warn({ err: error }, 'the uploaded photos cannot be listed');
    }
  }

  return {
    /** The version of a product's photo, from memory; the database is asked again now and then. */
    find(productId: number) {
      looks.ifDue();
      return versions.get(productId);
    },
    /** Another text whenever an upload has come, changed, or gone. */
    stamp() {
      looks.ifDue();
      return [...versions].flat().join();
    },
    /** Its bytes and their version as they are now; undefined where there is none. */
    async read(productId: number) {
      const own = eq(productPhotos.productId, productId);
      const { bytes, version } = productPhotos;
      const [row] = await db().select({ bytes, version }).from(productPhotos).where(own);
      return row;
    },
    /** Asks the database which there are now. */
    refresh: looks.atOnce,
  };
}
export type UploadedPhotos = ReturnType<typeof uploadedPhotos>;

/** What is known of a product's uploaded photo, its bytes apart. */
export type PhotoFacts = Omit<TakenIn, 'bytes'>;

/** The uploaded photo of a product; undefined where there is none. */
export async function uploadedPhoto(tx: Tx, productId: number): Promise<PhotoFacts | undefined> {
  const { version, widthPx, heightPx } = productPhotos;
  const [row] = await tx
    .select({ version, widthPx, heightPx })
    .from(productPhotos)
    .where(eq(productPhotos.productId, productId));
  return row;
}

/** Keeps a picture as the photo of a product that exists, instead of any that was uploaded before. */
export async function keepPhoto(tx: Tx, productId: number, picture: TakenIn): Promise<void> {
  const photo = { ...picture, uploadedAt: now() };
  await tx
    .insert(productPhotos)
    .values({ productId, ...photo })
    .onConflictDoUpdate({ target: productPhotos.productId, set: photo });
}

/**
 * Gives a duplicate's uploaded photo to the locked product that it is merged into, unless that one
 * `hasPhoto` of any kind: then it is dropped. What became of it; undefined where there was none. What
 * visitors sent for the duplicate waits for the other one.
 */
export async function movePhoto(tx: Tx, goneId: number, survivorId: number, hasPhoto: boolean) {
  const sentFor = eq(sentPhotos.productId, goneId);
  await tx.update(sentPhotos).set({ productId: survivorId }).where(sentFor);
  if (hasPhoto || (await uploadedPhoto(tx, survivorId))) {
    return (await dropPhoto(tx, goneId)) && 'dropped';
  }
  const moved = await tx
    .update(productPhotos)
    .set({ productId: survivorId })
    .where(eq(productPhotos.productId, goneId))
    .returning({ id: productPhotos.productId });
  return moved.length > 0 ? 'moved' : undefined;
}

/** Takes an uploaded photo away; what it was, or undefined where there was none. */
export async function dropPhoto(tx: Tx, productId: number): Promise<PhotoFacts | undefined> {
  const { version, widthPx, heightPx } = productPhotos;
  const [gone] = await tx
    .delete(productPhotos)
    .where(eq(productPhotos.productId, productId))
    .returning({ version, widthPx, heightPx });
  return gone;
}
