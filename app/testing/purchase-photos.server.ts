import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from 'hono';
import { db, type Tx } from '#app/database/db.server.ts';
import { ImageBrokenError } from '#app/pictures/draw-image.server.ts';
import { takeInImage } from '#app/pictures/take-in-image.server.ts';
import { BusyError } from '#app/platform/work-queue.ts';
import type { PurchasePhoto } from './act-fields.ts';
import type { Read } from './read-input.ts';
import { testPhotos, testSamples } from '#db/schema.ts';

/** Where the photo of a sample's purchase is fetched. */
export const PURCHASE_PHOTO_PATH = '/product/:id/samples/:number/photo.webp';

/** The address of a sample's photo. */
export function purchasePhotoPath(productId: number, number: number): string {
  return `/product/${productId}/samples/${number}/photo.webp`;
}

/** The photo that came with a form, encoded anew; null where none was chosen. */
export async function readPurchasePhoto(form: FormData): Promise<Read<PurchasePhoto | null>> {
  const file = form.get('photo');
  if (!(file instanceof Blob) || file.size === 0) return { ok: true, value: null };
  try {
    const { bytes } = await takeInImage(new Uint8Array(await file.arrayBuffer()));
    return { ok: true, value: { content: bytes, isPublic: form.has('public') } };
  } catch (error) {
    if (error instanceof ImageBrokenError)
      return { ok: false, error: `That photo can’t be used: ${error.message}.` };
    if (error instanceof BusyError)
      return { ok: false, error: 'Other photos are being read. Please send it again in a moment.' };
    throw error;
  }
}

/** Answers with the photo of a purchase that has no private detail on it. */
export async function answerPurchasePhoto(c: Context): Promise<Response> {
  const [id, number] = [c.req.param('id') ?? '', c.req.param('number') ?? ''];
  const isAddress = /^\d{1,9}$/.test(id) && /^\d{1,2}$/.test(number);
  const { content, isPublic, sampleId } = testPhotos;
  const isOf = and(eq(testSamples.productId, Number(id)), eq(testSamples.number, Number(number)));
  const [found] = isAddress
    ? await db()
        .select({ content })
        .from(testPhotos)
        .innerJoin(testSamples, eq(testSamples.id, sampleId))
        .where(and(isOf, eq(isPublic, true)))
    : [];
  if (!found) return c.text('There is no such photo.', 404);
  return c.body(new Uint8Array(found.content), 200, {
    'Content-Type': 'image/webp',
    'Cache-Control': 'public, max-age=3600',
  });
}

/** Which of these samples have a photo that everybody may see. */
export async function shownPhotos(tx: Tx, sampleIds: string[]): Promise<string[]> {
  if (sampleIds.length === 0) return [];
  const { sampleId, isPublic } = testPhotos;
  const rows = await tx
    .select({ sampleId })
    .from(testPhotos)
    .where(and(inArray(sampleId, sampleIds), eq(isPublic, true)));
  return rows.map((row) => row.sampleId);
}
