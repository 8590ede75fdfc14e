import { RETENTION } from '#app/kit/retention.ts';
import { MAX_IMAGE_PIXELS, MAX_UPLOAD_BYTES, MIN_SIDE_PX } from './image-limits.ts';

/** What an address of a picture answers where it has none. */

export const IMAGE_NOT_FOUND = 'There is no such image.';
export const IMAGE_FAILED = 'The image could not be drawn. Please try again.';

/** What a visitor is told of a photo that they send. */

export const NOT_PICTURED =
  'There is no product with this number, so there is nothing to add a photo of.';
export const PHOTO_SENT =
  'Thank you. We look at each photo before anyone else sees it. Then it’s shown here.';
export const PHOTO_MISSING = 'Take or choose a photo first.';
export const PHOTO_TOO_LARGE = `This file is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB. Please send a smaller one. Nothing was kept.`;
export const PHOTO_UNUSABLE = `This file is not a photo that we can show: a JPEG, PNG, WebP, or AVIF of at least ${MIN_SIDE_PX} pixels each way and at most ${MAX_IMAGE_PIXELS / 1_000_000} million pixels.`;
export const PHOTO_WAITS =
  'A photo that you sent has not been looked at yet. You can send the next one after that.';
export const PHOTOS_FULL =
  'More photos are waiting than we can look at right now. Please try again in a few days.';
export const PHOTOS_OF_NETWORK =
  'Several photos from your network have not been looked at yet. Please try again in a few days.';
export const PHOTO_TERMS = `By sending it you say that the photo is your own and may be shown here and wherever these pages are shared. Place and camera data are removed; what we don’t show is deleted, after ${RETENTION.sentPhotosDays} days at the latest.`;
