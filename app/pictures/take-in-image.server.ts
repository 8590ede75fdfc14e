import { createHash } from 'node:crypto';
import {
  decoder,
  DRAWING_SECONDS,
  ImageBrokenError,
  imageProblem,
  whyNotDrawn,
} from './draw-image.server.ts';
import { MIN_SIDE_PX } from './image-limits.ts';
import { workQueue } from '#app/platform/work-queue.ts';

/** A picture as it was taken in: WebP, upright, sRGB, with nothing but its pixels. */
export interface TakenIn {
  bytes: Buffer;
  /** Follows from the bytes. */
  version: string;
  widthPx: number;
  heightPx: number;
}

/** A part of a picture, in its pixels. */
export interface Crop {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** Larger ones are made smaller: three times what the widest page shows. */
const MAX_SIDE_PX = 1_600;
const QUALITY = 90;

/** Decoding takes up to some hundred megabytes. */
const decoding = workQueue({ atOnce: 1, waitingMax: 4 });

/**
 * Makes a picture of bytes that anybody may have sent. What it is follows from the bytes, never from
 * a name or a claimed type; its size is read off the header before anything is decoded; what is kept
 * is encoded anew from the first frame's pixels, so that neither the camera's notes nor anything else
 * that lay in the file goes on. Throws an `ImageBrokenError` with the reason, or a
 * `BusyError`.
 */
export async function takeInImage(bytes: Uint8Array, crop?: Crop): Promise<TakenIn> {
  const problem = await imageProblem(bytes);
  if (problem !== undefined) throw new ImageBrokenError(problem);
  return decoding(() => encodeAnew(bytes, crop));
}

async function encodeAnew(bytes: Uint8Array, crop: Crop | undefined): Promise<TakenIn> {
  const picture = await decoder(bytes);
  const upright = picture.autoOrient().timeout({ seconds: DRAWING_SECONDS });
  if (crop) {
    const { leftPx: left, topPx: top, widthPx: width, heightPx: height } = crop;
    upright.extract({ left, top, width, height });
  }
  try {
    const { data, info } = await upright
      .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    const { width: widthPx, height: heightPx } = info;
    if (Math.min(widthPx, heightPx) < MIN_SIDE_PX) {
      throw new ImageBrokenError(
        `it has ${widthPx} by ${heightPx} pixels; at least ${MIN_SIDE_PX} by ${MIN_SIDE_PX} are needed`,
      );
    }
    return {
      bytes: data,
      version: createHash('sha256').update(data).digest('base64url').slice(0, 16),
      widthPx,
      heightPx,
    };
  } catch (error) {
    if (error instanceof ImageBrokenError) throw error;
    throw whyNotDrawn(error);
  }
}

/** How large a usable picture is once it stands upright; its header alone is read. */
export async function uprightSize(bytes: Uint8Array) {
  const picture = await decoder(bytes);
  const { autoOrient } = await picture.metadata();
  return { widthPx: autoOrient.width, heightPx: autoOrient.height };
}
