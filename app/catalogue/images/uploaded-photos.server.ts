import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { objectStore, ObjectStoreError } from '#app/platform/images/object-store.server.ts';
import { versionOf, type TakenIn } from '#app/platform/images/take-in-image.server.ts';
import { productPhotos } from '#db/schema.ts';

/** The photos that were uploaded: which there are is known by heart, their bytes are not. */
export interface UploadedPhotos {
  /** The version of a product's photo, from memory; the database is asked again now and then. */
  find(productId: number): string | undefined;
  /** Its bytes and their version as they are now; undefined where there is none. */
  read(productId: number): Promise<{ bytes: Uint8Array; version: string } | undefined>;
  /** Another text whenever an upload has come, changed, or gone. */
  stamp(): string;
  /** Asks the database which there are now; one question at a time. */
  refresh(): Promise<void>;
}

/** As for the folder of photos: how long a look is good for. */
const LOOK_EVERY_MS = 5_000;

/** The uploads of this site's database. */
export function uploadedPhotos(lookEveryMs = LOOK_EVERY_MS): UploadedPhotos {
  let versions = new Map<number, string>();
  let looking: Promise<void> | undefined;
  let lookedAtMs = -Infinity;

  function refresh(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
      lookedAtMs = performance.now();
    });
    return looking;
  }

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

  function lookAgain(): void {
    if (performance.now() - lookedAtMs > lookEveryMs) void refresh();
  }

  return {
    find(productId) {
      lookAgain();
      return versions.get(productId);
    },
    stamp() {
      lookAgain();
      return [...versions].flat().join();
    },
    async read(productId) {
      const own = eq(productPhotos.productId, productId);
      const { bytes, objectKey, version } = productPhotos;
      const [row] = await db().select({ bytes, objectKey, version }).from(productPhotos).where(own);
      return row && { bytes: await photoBytes(row), version: row.version };
    },
    refresh,
  };
}

/** Where the bytes of a photo are: in its row, or in the object store. */
interface Kept {
  bytes: Buffer | null;
  objectKey: string | null;
  version: string;
}

/** The bytes of a photo, wherever they are; throws where they are gone or are others. */
export async function photoBytes({ bytes, objectKey, version }: Kept): Promise<Uint8Array> {
  if (bytes) return bytes;
  const store = objectStore();
  if (!store) throw new ObjectStoreError(`${objectKey} is in an object store, and none is set`);
  const found = await store.get(objectKey!);
  if (!found) throw new ObjectStoreError(`${objectKey} is not in the object store`);
  if (versionOf(found) !== version) {
    throw new ObjectStoreError(`${objectKey} in the object store is another picture`);
  }
  return found;
}

/**
 * Takes a picture to the object store, before a row names it; without one, the row takes the bytes.
 * An object is one row's alone, so that it can go when the row does.
 */
export async function placePicture(
  { bytes, version }: Pick<TakenIn, 'bytes' | 'version'>,
  store = objectStore(),
): Promise<Pick<Kept, 'bytes' | 'objectKey'>> {
  if (!store) return { bytes, objectKey: null };
  const objectKey = `photos/${version}-${randomBytes(6).toString('hex')}.webp`;
  await store.put(objectKey, bytes, 'image/webp');
  return { bytes: null, objectKey };
}

/** Deletes an object that no row names any more; one that cannot be deleted now is left behind. */
export async function removeObject(objectKey: string | null | undefined): Promise<void> {
  if (!objectKey) return;
  try {
    await objectStore()?.remove(objectKey);
  } catch (error) {
    log.warn({ err: error, objectKey }, 'a photo stays in the object store; nothing shows it');
  }
}

/** What is known of a product's uploaded photo, its bytes apart. */
export interface PhotoFacts {
  objectKey: string | null;
  version: string;
  widthPx: number;
  heightPx: number;
}

/** The uploaded photo of a product; undefined where there is none. */
export async function uploadedPhoto(tx: Tx, productId: number): Promise<PhotoFacts | undefined> {
  const { objectKey, version, widthPx, heightPx } = productPhotos;
  const [row] = await tx
    .select({ objectKey, version, widthPx, heightPx })
    .from(productPhotos)
    .where(eq(productPhotos.productId, productId));
  return row;
}

/**
 * Keeps a picture, which is in its place, as the photo of a product that exists, instead of any that
 * was uploaded before.
 */
export async function keepPhoto(
  tx: Tx,
  productId: number,
  picture: TakenIn,
  place: Pick<Kept, 'bytes' | 'objectKey'>,
): Promise<void> {
  const photo = { ...picture, ...place, uploadedAt: now() };
  await tx
    .insert(productPhotos)
    .values({ productId, ...photo })
    .onConflictDoUpdate({ target: productPhotos.productId, set: photo });
}

/**
 * Gives a duplicate's uploaded photo to the locked product that it is merged into, unless that one
 * `hasPhoto` of any kind: then it is dropped, and its object is to go once that is committed. What
 * became of it; undefined where there was none.
 */
export async function movePhoto(
  tx: Tx,
  goneId: number,
  survivorId: number,
  hasPhoto: boolean,
): Promise<{ became: 'moved' | 'dropped'; objectKey?: string | null } | undefined> {
  if (hasPhoto || (await uploadedPhoto(tx, survivorId))) {
    const dropped = await dropPhoto(tx, goneId);
    return dropped && { became: 'dropped', objectKey: dropped.objectKey };
  }
  const moved = await tx
    .update(productPhotos)
    .set({ productId: survivorId })
    .where(eq(productPhotos.productId, goneId))
    .returning({ id: productPhotos.productId });
  return moved.length > 0 ? { became: 'moved' } : undefined;
}

/** Takes an uploaded photo away; what it was, or undefined where there was none. */
export async function dropPhoto(tx: Tx, productId: number): Promise<PhotoFacts | undefined> {
  const { objectKey, version, widthPx, heightPx } = productPhotos;
  const [gone] = await tx
    .delete(productPhotos)
    .where(eq(productPhotos.productId, productId))
    .returning({ objectKey, version, widthPx, heightPx });
  return gone;
}
