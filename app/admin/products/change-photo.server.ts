import { eq } from 'drizzle-orm';
import * as messages from './messages.ts';
import type { ActionName } from '#app/admin-log/action-names.ts';
import { administer } from '#app/admin-log/trail.server.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import {
  dropPhoto,
  keepPhoto,
  uploadedPhoto,
  type PhotoFacts,
} from '#app/pictures/uploaded-photos.server.ts';
import {
  findPictured,
  takeNetworksPhotos,
  takeOr,
  takeSentPhoto,
} from '#app/pictures/sent-photos.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import type { Tx } from '#app/database/db.server.ts';
import {
  takeInImage,
  uprightSize,
  type Crop,
  type TakenIn,
} from '#app/pictures/take-in-image.server.ts';
import { products } from '#db/schema.ts';

/** The photo that a product's pages show, wherever it lies; undefined without one. */
export async function currentPhoto(id: number) {
  const found = await readCurrent(id);
  if (!found) return undefined;
  const { bytes, ...photo } = found;
  return { ...photo, ...(await uprightSize(bytes)) };
}
export type CurrentPhoto = NonNullable<Awaited<ReturnType<typeof currentPhoto>>>;

async function readCurrent(id: number) {
  const photos = sitePhotos();
  await photos.uploads.refresh();
  const [photo, address] = [photos.find(`${paddedId(id)}.jpg`), photos.address(id)];
  const file = photo && (await photos.read(photo));
  if (!photo || !file || !address) return undefined;
  const { bytes, version } = file;
  return { bytes, version, address, isUploaded: photo.uploadedFor !== undefined };
}

/** Puts an uploaded file in place as a product's photo, whatever it is called and claims to be. */
export async function uploadPhoto(by: Administrator, id: number, file: Uint8Array) {
  return file.byteLength === 0
    ? refuse(400, messages.NO_PHOTO_CHOSEN, { field: 'photo' })
    : keep(by, id, 'upload-photo', () => takeInImage(file));
}

/**
 * Keeps a part of a product's photo in its place. `seen` is the version that the part was chosen
 * on. A photo of the folder stays where it is; the part of it comes before it.
 */
export async function cropPhoto(by: Administrator, id: number, crop: Crop, seen: string) {
  const current = await readCurrent(id);
  if (!current) return refuse(409, 'There is no photo to crop.');
  if (current.version !== seen)
    return refuse(
      409,
      'The photo has since been replaced. Look at the new one, then choose the part again.',
    );
  const { widthPx, heightPx } = await uprightSize(current.bytes);
  const isRight = {
    left: crop.leftPx >= 0,
    top: crop.topPx >= 0,
    width: crop.widthPx >= 1 && !(crop.leftPx + crop.widthPx > widthPx),
    height: crop.heightPx >= 1 && !(crop.topPx + crop.heightPx > heightPx),
  };
  const [wrong] = Object.entries(isRight).find(([, is]) => !is) ?? [];
  if (wrong) return refuse(400, messages.CROP_NUMBERS, { field: wrong });
  return keep(by, id, 'crop-photo', () => takeInImage(current.bytes, crop));
}

/** Takes an uploaded photo away; one that lies in the folder is shown again. */
export async function removePhoto(by: Administrator, id: number): Promise<Answer> {
  return changeUploads(by, async (tx, note) => {
    const dropped = await dropPhoto(tx, id);
    if (!dropped) return refuse(409, 'No photo was uploaded for this product.');
    await note(actionOn(id, 'remove-photo', dropped, undefined));
    return answer(200, { done: 'photo-removed' });
  });
}

async function keep(
  by: Administrator,
  id: number,
  action: 'upload-photo' | 'crop-photo',
  take: () => Promise<TakenIn>,
): Promise<Answer> {
  const taken = await takeOr(take, ({ message }) =>
    refuse(400, `This file was not accepted: ${message}.`, { field: 'photo' }),
  );
  if ('status' in taken) return taken;
  return changeUploads(by, async (tx, note) => {
    const why = await lockForPhoto(tx, id);
    if (why) return why;
    const before = await uploadedPhoto(tx, id);
    await keepPhoto(tx, id, taken);
    await note(actionOn(id, action, before, taken));
    return answer(200, { done: action === 'upload-photo' ? 'photo' : 'cropped' });
  });
}

/** Changes what is uploaded, and has it shown from now on. */
async function changeUploads(...work: Parameters<typeof administer<Answer>>): Promise<Answer> {
  const done = await administer(...work);
  if (done.status === 200) await sitePhotos().uploads.refresh();
  return done;
}

/**
 * Shows a photo that a visitor sent as its product's. `seen` is the version of the uploaded photo that
 * it was chosen over; empty for none.
 */
export async function acceptPhoto(by: Administrator, sentId: string, seen: string) {
  return changeUploads(by, async (tx, note) => {
    const sent = await takeSentPhoto(tx, sentId);
    if (!sent) return refuse(404, messages.NO_SUCH_PHOTO);
    const { productId: id, picture } = sent;
    const why = await lockForPhoto(tx, id);
    if (why) return why;
    const before = await uploadedPhoto(tx, id);
    if ((before?.version ?? '') !== seen) return refuse(409, messages.PICTURED_BY_NOW);
    await keepPhoto(tx, id, picture);
    await note(actionOn(id, 'accept-photo', before, picture));
    return answer(200, { message: 'The photo is the product’s picture now.' });
  });
}

/** Deletes a photo that a visitor sent. */
export async function refusePhoto(by: Administrator, sentId: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const sent = await takeSentPhoto(tx, sentId);
    if (!sent) return refuse(404, messages.NO_SUCH_PHOTO);
    await note(actionOn(sent.productId, 'refuse-photo', sent.picture, undefined));
    return answer(200, { message: 'The photo has been deleted.' });
  });
}

/** Deletes all photos that wait of the network that one of them came from. */
export async function refuseNetwork(by: Administrator, sentId: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const gone = await takeNetworksPhotos(tx, sentId);
    if (gone.length === 0) return refuse(404, messages.NO_SUCH_PHOTO);
    for (const photo of gone)
      await note(actionOn(photo.productId, 'refuse-photo', photo, undefined));
    return answer(200, { message: messages.photosRefused(gone.length) });
  });
}

/** Two photos at once: the later one stays, and the trail has both. */
async function lockForPhoto(tx: Tx, id: number): Promise<Answer | undefined> {
  const [row] = await tx
    .select({ mergedInto: products.mergedInto })
    .from(products)
    .where(eq(products.id, id))
    .for('no key update');
  // One that PlasticList tested is none that can be funded.
  if (!row && !(await findPictured(id, tx))) return refuse(404, messages.NO_SUCH_PRODUCT);
  return !row || row.mergedInto === null ? undefined : refuse(409, messages.MERGED_AWAY);
}

function actionOn(
  id: number,
  action: ActionName & `${string}-photo`,
  before: PhotoFacts | undefined,
  after: PhotoFacts | undefined,
) {
  const factsOf = (photo: typeof before) =>
    photo ? { size: `${photo.widthPx} × ${photo.heightPx}`, version: photo.version } : null;
  const subject = `product ${id}`;
  return { action, subject, before: factsOf(before), after: factsOf(after) };
}
