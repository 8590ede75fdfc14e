import { photoFiles, type PhotoFiles } from '#app/catalogue/photo-files.ts';
import { imagesDir } from '#app/config.ts';
import { paddedId } from '#app/kit/text.ts';
import {
  imageFolder,
  type ImageFolder,
  type StoredImage,
} from '#app/platform/image-folder.server.ts';

/** The photos of products, found in memory. */
export interface ProductPhotos {
  folder: ImageFolder;
  /** The address of a product's photo, which changes when the photo does; null without one. */
  address(productId: number): string | null;
  /** The photo an address asks for: a product's by its code, else the file of that name. */
  find(name: string): StoredImage | undefined;
}

/** Endings of a product's own photo, in the order they are looked for. */
const ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'avif'];
/** `0093.jpg`, with any of the endings: whatever the stored one is. */
const OF_PRODUCT = /^(\d{4,10})\.(?:jpe?g|png|webp|avif)$/i;

/** The photos in a folder; `files` names those that do not bear their product's code. */
export function productPhotos(folder: ImageFolder, files: PhotoFiles = photoFiles): ProductPhotos {
  function ofCode(code: string): StoredImage | undefined {
    const named = Object.hasOwn(files, code) ? files[code] : undefined;
    const names = ENDINGS.map((ending) => `${code}.${ending}`);
    for (const name of named ? [named, ...names] : names) {
      const image = folder.find(name);
      if (image) return image;
    }
    return undefined;
  }
  return {
    folder,
    address(productId) {
      const image = ofCode(paddedId(productId));
      return image ? `/images/${image.name}?v=${image.version}` : null;
    },
    find(name) {
      const code = OF_PRODUCT.exec(name)?.[1];
      return (code && ofCode(code)) || folder.find(name);
    },
  };
}

let opened: { dir: string; photos: ProductPhotos } | undefined;

/** The photos of this site, in `IMAGES_DIR`. */
export function sitePhotos(): ProductPhotos {
  const dir = imagesDir();
  if (opened?.dir !== dir) opened = { dir, photos: productPhotos(imageFolder(dir)) };
  return opened.photos;
}

/** The address of a product's photo, for `imageSource` to add a size to; null without one. */
export function photoAddress(productId: number): string | null {
  return sitePhotos().address(productId);
}
