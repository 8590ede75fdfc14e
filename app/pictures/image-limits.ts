/** Neither side of a picture that is taken in may be less: pages ask for no narrower one. */
export const MIN_SIDE_PX = 128;

/** A file that is uploaded as a photo. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Pixels of a stored picture; more would take hundreds of megabytes to decode. */
export const MAX_IMAGE_PIXELS = 40_000_000;
