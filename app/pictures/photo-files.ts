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
