import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { BusyError } from '#app/platform/work-queue.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, type Refusal, type Visitor } from '#app/http/call.ts';
import { SENT_PHOTOS } from '#app/http/limits/limits.ts';
import { isUuid } from '#app/kit/text.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { ImageBrokenError } from './draw-image.server.ts';
import { MAX_UPLOAD_BYTES } from './image-limits.ts';
import * as messages from './messages.ts';
import { takeInImage } from './take-in-image.server.ts';
import { products, sentPhotos, testedProducts } from '#db/schema.ts';

/** Photos that wait at once, of all visitors: beyond it nobody would look at them in time. */
const MOST_WAITING = 200;
/** Of those, from one network. */
const MOST_OF_NETWORK = 10;

/** A product that a photo can be of, by its number: tested, or on the list; undefined for any other. */
export async function findPictured(id: number, tx: Tx = db()) {
  const [tested] = await tx
    .select({ id: testedProducts.originalId, name: testedProducts.name })
    .from(testedProducts)
    .where(eq(testedProducts.originalId, id));
  if (tested) return { ...tested, isTested: true };
  const [listed] = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  return listed && { ...listed, isTested: false };
}

/**
 * Takes a visitor's photo of a product that exists, for an administrator to decide on. What is kept is
 * encoded anew, without the camera's notes. A browser has one waiting at most.
 */
export async function sendPhoto(visitor: Visitor, productId: number, file: Blob | undefined) {
  if (!file?.size) return refuse(400, messages.PHOTO_MISSING, { field: 'photo' });
  if (file.size > MAX_UPLOAD_BYTES)
    return refuse(413, messages.PHOTO_TOO_LARGE, { field: 'photo' });
  const { browserHash, networkHash } = visitor;
  const waits = await db().$count(sentPhotos, eq(sentPhotos.browserHash, browserHash));
  if (waits > 0) return refuse(409, messages.PHOTO_WAITS);
  const refused = await admit(SENT_PHOTOS, visitor);
  if (refused) return refused;
  if ((await db().$count(sentPhotos)) >= MOST_WAITING) return refuse(503, messages.PHOTOS_FULL);
  const ofNetwork = eq(sentPhotos.networkHash, networkHash ?? '');
  if ((await db().$count(sentPhotos, ofNetwork)) >= MOST_OF_NETWORK)
    return refuse(503, messages.PHOTOS_OF_NETWORK);
  const taken = await takeOr(
    async () => takeInImage(new Uint8Array(await file.arrayBuffer())),
    () => refuse(415, messages.PHOTO_UNUSABLE, { field: 'photo' }),
  );
  if ('status' in taken) return taken;
  const ofItem = sql`coalesce((select item_of from products where id = ${productId}), ${productId})`;
  const kept = await db()
    .insert(sentPhotos)
    .values({ ...taken, productId: ofItem, browserHash, networkHash, sentAt: now() })
    .onConflictDoNothing()
    .returning({ id: sentPhotos.id });
  return kept.length > 0
    ? answer(200, { message: messages.PHOTO_SENT })
    : refuse(409, messages.PHOTO_WAITS);
}

/** What is taken in; refused where it is no picture that can be used, or too many come at once. */
export async function takeOr<T>(
  take: () => Promise<T>,
  whyBroken: (error: ImageBrokenError) => Refusal,
): Promise<T | Refusal> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof ImageBrokenError) return whyBroken(error);
    if (error instanceof BusyError)
      return refuse(503, 'Several photos are being processed. Please try again in a moment.');
    throw error;
  }
}

/** What waits for an administrator, the longest first, each with how many are of its network, and how many there are. */
export async function listSentPhotos(limit: number) {
  const { id, productId, widthPx, heightPx, sentAt } = sentPhotos;
  const name = sql<string>`coalesce(${testedProducts.name}, ${products.name}, '')`;
  const ofNetwork = sql<number>`(
    select count(*)::int from sent_photos other where other.network_hash = sent_photos.network_hash)`;
  const shown = await db()
    .select({ id, productId, widthPx, heightPx, sentAt, name, ofNetwork })
    .from(sentPhotos)
    .leftJoin(testedProducts, eq(testedProducts.originalId, productId))
    .leftJoin(products, eq(products.id, productId))
    .orderBy(asc(sentAt))
    .limit(limit);
  return { shown, total: await db().$count(sentPhotos) };
}

/** The picture of one that waits; undefined where none does. */
export async function readSentPhoto(id: string): Promise<Buffer | undefined> {
  if (!isUuid(id)) return undefined;
  const { bytes } = sentPhotos;
  const [row] = await db().select({ bytes }).from(sentPhotos).where(eq(sentPhotos.id, id));
  return row?.bytes;
}

/** Takes one out of those that wait, for it to be shown or dropped; undefined where it has gone. */
export async function takeSentPhoto(tx: Tx, id: string) {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.delete(sentPhotos).where(eq(sentPhotos.id, id)).returning();
  if (!row) return undefined;
  const { productId, bytes, version, widthPx, heightPx } = row;
  return { productId, picture: { bytes, version, widthPx, heightPx } };
}

/** Takes out all that wait of the network that one came from, in the order of their numbers. */
export async function takeNetworksPhotos(tx: Tx, id: string) {
  if (!isUuid(id)) return [];
  const own = eq(sentPhotos.id, id);
  const network = tx.select({ of: sentPhotos.networkHash }).from(sentPhotos).where(own);
  return tx.delete(sentPhotos).where(inArray(sentPhotos.networkHash, network)).returning();
}

/** Deletes what nobody has decided on for long. */
export async function pruneSentPhotos(): Promise<void> {
  const before = daysAgo(RETENTION.sentPhotosDays);
  await db().delete(sentPhotos).where(lt(sentPhotos.sentAt, before));
}
