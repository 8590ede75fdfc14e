import { MAX_IMAGE_PIXELS } from './image-limits.ts';
import { BusyError } from '#app/platform/work-queue.ts';

/** Larger files are not read. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Far more than any picture within these limits takes. */
export const DRAWING_SECONDS = 10;
/** How hard the AVIF encoder tries, of 9: more is slow and saves little at these sizes. */
const AVIF_EFFORT = 3;

export type ImageFormat = 'avif' | 'webp' | 'jpeg';
type ImageFit = 'cover' | 'contain' | 'inside';

export interface Drawing {
  widthPx: number;
  heightPx: number;
  /** 1 to 100. */
  quality: number;
  /**
   * How it fills its size: cut to it (`cover`), whole on a ground that fills it (`contain`), or
   * whole and no larger in either direction (`inside`).
   */
  fit: ImageFit;
  format: ImageFormat;
}

/** Loaded with the first picture: a process that draws none is 26 MB smaller, and starts sooner. */
const library = async () => (await import('sharp')).default;

/** Names whatever else the bytes of a drawing depend on. */
export async function drawnBy(): Promise<string> {
  return `sharp ${(await library()).versions.sharp}`;
}

/** Why these bytes are no picture that can be drawn; undefined where they are one. Decodes nothing. */
export async function imageProblem(bytes: Uint8Array): Promise<string | undefined> {
  if (!hasKnownSignature(bytes)) return 'it is not a JPEG, PNG, WebP, or AVIF';
  try {
    // The header alone is read, so that whoever put it there learns its size.
    const sharp = await library();
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_IMAGE_PIXELS) {
      return `it has ${width} by ${height} pixels; at most ${MAX_IMAGE_PIXELS} are drawn`;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A stored picture in another size and format, upright and without the camera's notes. Runs in
 * sharp's own threads. Throws an `ImageBrokenError` where the bytes can't be drawn, and a `BusyError`
 * where that took too long.
 */
export async function drawImage(
  bytes: Uint8Array,
  { widthPx, heightPx, quality, fit, format }: Drawing,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!hasKnownSignature(bytes)) throw new ImageBrokenError('it is not a JPEG, PNG, WebP, or AVIF');
  const isOpaque = format === 'jpeg';
  const sized = (await decoder(bytes))
    .autoOrient()
    .resize(widthPx, heightPx, { fit, background: isOpaque ? WHITE : CLEAR })
    .timeout({ seconds: DRAWING_SECONDS });
  const encoded =
    format === 'avif'
      ? sized.avif({ quality, effort: AVIF_EFFORT })
      : format === 'webp'
        ? sized.webp({ quality })
        : sized.flatten({ background: WHITE }).jpeg({ quality, mozjpeg: true });
  try {
    return new Uint8Array(await encoded.toBuffer());
  } catch (error) {
    throw whyNotDrawn(error);
  }
}

/** What sharp's error means. Slow is not broken: the machine may be busy. */
export function whyNotDrawn(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('timeout') ? new BusyError(message) : new ImageBrokenError(message);
}

/** These bytes are no picture, or not all of one, or too large a one. */
export class ImageBrokenError extends Error {
  override name = 'ImageBrokenError';
}

const WHITE = '#ffffff';
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

/** The picture that these bytes are, to be decoded within the limits. */
export async function decoder(bytes: Uint8Array) {
  const sharp = await library();
  return sharp(bytes, {
    limitInputPixels: MAX_IMAGE_PIXELS,
    // Half a picture is none.
    failOn: 'error',
    sequentialRead: true,
  });
}

/** The library reads far more kinds of file than are pictures of a product, scripts among them. */
function hasKnownSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF.{4}WEBP$/s.test(start) ||
    /^.{4}ftypavi[fs]$/s.test(start)
  );
}
