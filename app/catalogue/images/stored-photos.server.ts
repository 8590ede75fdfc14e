import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { ObjectStoreError, type ObjectStore } from '#app/platform/images/object-store.server.ts';
import { versionOf } from '#app/platform/images/take-in-image.server.ts';
import { photoBytes, placePicture, removeObject } from './uploaded-photos.server.ts';
import { productPhotos } from '#db/schema.ts';

/** What became of the photos that were gone through. */
interface Gone {
  done: number;
  /** A sentence for each that could not be read, or is another picture than the one that was kept. */
  problems: string[];
}

/** Reads every uploaded photo where it is, and holds its bytes against their version. */
export async function checkPhotos(): Promise<Gone> {
  return through(await ids(), async (photo) => {
    const bytes = await photoBytes(photo);
    if (versionOf(bytes) !== photo.version) throw new ObjectStoreError('it is another picture');
    return true;
  });
}

/**
 * Moves the photos that are elsewhere into the object store, or into the database where none is given,
 * one after the other, while the site runs. A photo that is replaced meanwhile is left alone.
 */
export async function moveBytes(store: ObjectStore | undefined): Promise<Gone> {
  const { objectKey } = productPhotos;
  return through(await ids(store ? isNull(objectKey) : isNotNull(objectKey)), async (photo) => {
    const bytes = Buffer.from(await photoBytes(photo));
    const place = store
      ? await placePicture({ bytes, version: photo.version }, store)
      : { bytes, objectKey: null };
    const isMoved = await replaceBytes(photo, place);
    await removeObject(isMoved ? photo.objectKey : place.objectKey);
    return isMoved;
  });
}

type Row = typeof productPhotos.$inferSelect;
type Place = Pick<Row, 'bytes' | 'objectKey'>;

async function replaceBytes(
  { productId, version, objectKey }: Pick<Row, 'productId' | 'version' | 'objectKey'>,
  place: Place,
): Promise<boolean> {
  const asSeen = and(
    eq(productPhotos.productId, productId),
    eq(productPhotos.version, version),
    objectKey === null ? isNull(productPhotos.objectKey) : eq(productPhotos.objectKey, objectKey),
  );
  const moved = await db().update(productPhotos).set(place).where(asSeen).returning({
    id: productPhotos.productId,
  });
  return moved.length > 0;
}

async function ids(where?: ReturnType<typeof isNull>): Promise<number[]> {
  const { productId } = productPhotos;
  const rows = await db().select({ productId }).from(productPhotos).where(where).orderBy(productId);
  return rows.map((row) => row.productId);
}

/** One photo at a time: all of them may be more than memory holds. */
async function through(products: number[], work: (photo: Row) => Promise<boolean>): Promise<Gone> {
  const gone: Gone = { done: 0, problems: [] };
  for (const id of products) {
    const [photo] = await db().select().from(productPhotos).where(eq(productPhotos.productId, id));
    if (!photo) continue;
    try {
      if (await work(photo)) gone.done += 1;
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      gone.problems.push(`product ${id}: ${error.message}`);
    }
  }
  return gone;
}
