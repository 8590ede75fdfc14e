/** File names of photos by product code: four digits or more, as `paddedId` writes it. */
export type PhotoFiles = Readonly<Record<string, string>>;

/**
 * Products whose photo does not bear their own code: one photo that shows several, or a file that
 * keeps the name it came with. A product that is not named here has the photo `{code}.jpg`, or
 * `.png`, `.webp`, `.avif`. docs/images.md says how to add to it:
 *
 *     '0092': 'tea-shop-drinks.jpg',
 *     '0093': 'tea-shop-drinks.jpg',
 *
 * No photos come with the program, so nothing is named yet.
 */
export const photoFiles: PhotoFiles = {};

/** What is wrong with a map of photos, a sentence an entry; empty where it is well formed. */
export function photoFilesProblems(files: PhotoFiles): string[] {
  return Object.entries(files).flatMap(([code, file]) => [
    ...(CODE.test(code) ? [] : [`'${code}' is no product code of four digits or more`]),
    ...(FILE.test(file) ? [] : [`'${file}' is no file name in lower case of a photo`]),
    // Such a name says whose it is: a photo of several products needs one of its own.
    ...(OTHERS_CODE.test(file) ? [`'${file}' is the name of one product's own photo`] : []),
  ]);
}

const CODE = /^(\d{4}|[1-9]\d{4,9})$/;
const FILE = /^[a-z0-9][a-z0-9._-]{0,94}\.(jpg|jpeg|png|webp|avif)$/;
const OTHERS_CODE = /^\d{4,10}\.\w+$/;
