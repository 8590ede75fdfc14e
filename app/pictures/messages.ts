/** What an address of a picture answers where it has none. */

export const IMAGE_NOT_FOUND = 'There is no such image.';
export const IMAGE_BROKEN = 'This image cannot be shown.';
export const IMAGE_FAILED = 'The image could not be drawn. Please try again.';
export const IMAGES_BUSY = 'Too many images are being drawn. Please try again in a moment.';
export const IMAGE_QUALITY_WRONG = 'quality must be a whole number from 1 to 100.';
export const IMAGE_FIT_WRONG = 'fit must be cover, contain or inside.';
export const IMAGE_FORMAT_WRONG = 'format must be auto, avif, webp or jpeg.';

export function imageSideWrong(name: string, minPx: number, maxPx: number): string {
  return `${name} must be a whole number of pixels from ${minPx} to ${maxPx}.`;
}
