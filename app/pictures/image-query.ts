import { z } from 'zod';
import { valueIn } from '#app/http/accepted.ts';
import { IMAGE_QUALITY, IMAGE_WIDTHS } from './image-source.ts';
import type { Drawing, ImageFormat } from './draw-image.server.ts';

/** The narrowest and the widest picture there is, and the tallest. */
const IMAGE_MIN_PX = IMAGE_WIDTHS[0];
const IMAGE_MAX_PX = 512;

/** What an address asks for; `auto` is settled by what the browser accepts. */
export type ImageQuery = Omit<Drawing, 'format'> & { format: ImageFormat | 'auto' };

const whole = (min: number, max: number, sentence: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence);
const side = (name: string) =>
  whole(
    IMAGE_MIN_PX,
    IMAGE_MAX_PX,
    `${name} must be a whole number of pixels from ${IMAGE_MIN_PX} to ${IMAGE_MAX_PX}.`,
  );

const query = z.object({
  width: side('width').optional(),
  height: side('height').optional(),
  quality: whole(1, 100, 'quality must be a whole number from 1 to 100.').default(IMAGE_QUALITY),
  fit: z
    .enum(['cover', 'contain', 'inside'], 'fit must be cover, contain or inside.')
    .default('cover'),
  format: z
    .enum(['auto', 'avif', 'webp', 'jpeg', 'jpg'], 'format must be auto, avif, webp or jpeg.')
    .default('auto'),
});

/**
 * Reads an image's address: width and height 128 to 512 pixels (one alone makes a square, none the
 * largest), quality 70 by default. A sentence where it asks for something else; what it says
 * besides is passed over.
 */
export function readImageQuery(
  params: Record<string, string>,
): { ok: true; asked: ImageQuery } | { ok: false; error: string } {
  const read = query.safeParse(params);
  if (!read.success) return { ok: false, error: read.error.issues[0]?.message ?? '' };
  const { width, height, quality, fit, format } = read.data;
  return {
    ok: true,
    asked: {
      widthPx: width ?? height ?? IMAGE_MAX_PX,
      heightPx: height ?? width ?? IMAGE_MAX_PX,
      quality,
      fit,
      format: format === 'jpg' ? 'jpeg' : format,
    },
  };
}

/** Whether the site's own pages ask for it: a square of a known width, in the usual quality. */
export function isUsual({ widthPx, heightPx, quality, fit }: ImageQuery): boolean {
  const isKnownSize = widthPx === heightPx && IMAGE_WIDTHS.some((known) => known === widthPx);
  return isKnownSize && quality === IMAGE_QUALITY && fit === 'cover';
}

/**
 * The best format that an `Accept` header names: of those it likes equally AVIF, then WebP. Wild
 * cards do not count, since browsers without AVIF send them too; all else is JPEG.
 */
export function acceptedFormat(accept: string): ImageFormat {
  const avif = valueIn(accept, 'image/avif');
  const webp = valueIn(accept, 'image/webp');
  if (avif === 0 && webp === 0) return 'jpeg';
  return avif >= webp ? 'avif' : 'webp';
}
