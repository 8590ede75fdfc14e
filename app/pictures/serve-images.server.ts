import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { acceptedFormat, isUsual, readImageQuery, type ImageQuery } from './image-query.ts';
import * as messages from './messages.ts';
import { sitePhotos, type StoredPhoto, type ProductPhotos } from './product-photos.server.ts';
import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import { isCurrent } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { drawImage, drawnBy, ImageBrokenError, type Drawing } from './draw-image.server.ts';
import { BusyError, workQueue } from '#app/platform/work-queue.ts';

/** Where photos are served, by the name of a file. */
export const IMAGES_PATH = '/images/:name';

const RETRY_AFTER_SECONDS = 2;
const CACHE_SECONDS = 86_400;

/** Answers requests for photos, drawn in the size and format they ask for. */
export function imageAnswer(photos: () => ProductPhotos) {
  // A page of 25 new ones, asked for by four visitors at once, finds room. Whoever asks for a thousand
  // sizes that no page of ours does keeps nobody else waiting, and has them drawn for themselves.
  const usual = workQueue({ atOnce: 2, waitingMax: 100 });
  const odd = workQueue({ atOnce: 1, waitingMax: 10 });

  return async function answer(c: Context): Promise<Response> {
    const read = readImageQuery(c.req.query());
    if (!read.ok) return refuse(c, 400, read.error);
    const name = c.req.param('name') ?? '';
    // An address that was made elsewhere may know of an upload that is not known here yet.
    const version = c.req.query('v');
    if (version && photos().find(name)?.version !== version) await photos().uploads.refresh();
    const answered = await answerWith(c, photos(), name, read.asked);
    if (answered) return answered;
    // It is another one by now.
    await photos().refresh();
    const again = await answerWith(c, photos(), name, read.asked);
    return again ?? refuse(c, 404, messages.IMAGE_NOT_FOUND);
  };

  /** Undefined where the photo is no longer what it was when it was looked for. */
  async function answerWith(c: Context, photos: ProductPhotos, name: string, asked: ImageQuery) {
    const image = photos.find(name);
    if (!image) return refuse(c, 404, messages.IMAGE_NOT_FOUND);
    const drawing = settled(asked, c.req.header('accept') ?? '');
    const etag = etagOf(image, drawing, await drawnBy());
    const headers = headersOf(c, image, { drawing, etag, isNegotiated: asked.format === 'auto' });
    if (isCurrent(c, etag)) return c.body(null, 304, headers);
    try {
      const draw = () => pictureOf(photos, image, drawing);
      const picture = isUsual(asked)
        ? await cached(`image ${etag}`, CACHE_SECONDS, () => usual(draw))
        : await odd(draw);
      return c.body(picture, 200, headers);
    } catch (error) {
      if (error instanceof ImageChangedError) return undefined;
      return failed(c, error, photos, image);
    }
  }
}

/** Answers with the photos of this site. */
export const answerImage = imageAnswer(sitePhotos);

function settled(asked: ImageQuery, accept: string): Drawing {
  return { ...asked, format: asked.format === 'auto' ? acceptedFormat(accept) : asked.format };
}

async function pictureOf(photos: ProductPhotos, image: StoredPhoto, drawing: Drawing) {
  const file = await photos.read(image);
  if (file?.version !== image.version) throw new ImageChangedError();
  return drawImage(file.bytes, drawing);
}

/** It has been replaced or removed since it was looked for. */
class ImageChangedError extends Error {
  override name = 'ImageChangedError';
}

function failed(c: Context, error: unknown, { folder }: ProductPhotos, image: StoredPhoto) {
  if (error instanceof BusyError) {
    c.header('Retry-After', String(RETRY_AFTER_SECONDS));
    return refuse(c, 503, 'Too many images are being drawn. Please try again in a moment.');
  }
  if (error instanceof ImageBrokenError) {
    // From now on pages draw a tile in its place. An upload was drawn before it was kept.
    if (image.uploadedFor === undefined) folder.setAside(image, error.message);
    return refuse(c, 404, 'This image cannot be shown.');
  }
  logFailure(error, { image: image.name }, 'an image could not be drawn');
  const { status, body, headers } = answerTrouble(error, messages.IMAGE_FAILED);
  return c.json(body, status, { ...headers, 'Cache-Control': 'no-store' });
}

function etagOf(
  { version }: StoredPhoto,
  { widthPx, heightPx, quality, fit, format }: Drawing,
  drawnBy: string,
): string {
  const made = [drawnBy, version, widthPx, heightPx, quality, fit, format].join(' ');
  return `"${createHash('sha1').update(made).digest('base64url')}"`;
}

function headersOf(
  c: Context,
  { version }: StoredPhoto,
  { drawing, etag, isNegotiated }: { drawing: Drawing; etag: string; isNegotiated: boolean },
): Record<string, string> {
  // An address that names the content stays right for ever; any other asks again.
  const isLasting = c.req.query('v') === version;
  return {
    'Content-Type': `image/${drawing.format}`,
    'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ETag: etag,
    ...(isNegotiated ? { Vary: 'Accept' } : {}),
  };
}

function refuse(c: Context, status: 400 | 404 | 503, error: string): Response {
  return c.json({ error }, status, { 'Cache-Control': 'no-store' });
}
