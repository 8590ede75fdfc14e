import { photoFiles, type PhotoFiles } from './photo-files.ts';
import { imagesDir } from '#app/config.ts';
import { uploadedPhotos, type UploadedPhotos } from './uploaded-photos.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { imageFolder, type ImageFolder, type StoredImage } from './image-folder.server.ts';

/** A photo as it is served. */
export interface StoredPhoto extends StoredImage {
  /** The product that it was uploaded for; a file of the folder has none. */
  uploadedFor?: number;
}

/** Endings of a product's own photo, in the order they are looked for. */
const ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'avif'];
/** `0093.jpg`, with any of the endings: whatever the stored one is. */
const OF_PRODUCT = /^(\d{4,10})\.(?:jpe?g|png|webp|avif)$/i;

/**
 * The photos of products, found in memory. What was uploaded comes before what lies in the folder;
 * `files` names those that do not bear their product's code.
 */
export function photosOfProducts(folder: ImageFolder, files: PhotoFiles, uploads: UploadedPhotos) {
  function uploaded(productId: number): StoredPhoto | undefined {
    const version = uploads.find(productId);
    return version === undefined
      ? undefined
      : { name: `${paddedId(productId)}.webp`, version, uploadedFor: productId };
  }

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
    uploads,
    /** The address of a product's photo, which changes when the photo does; null without one. */
    address(productId: number) {
      const image = uploaded(productId) ?? ofCode(paddedId(productId));
      return image ? `/images/${image.name}?v=${image.version}` : null;
    },
    /** The photo an address asks for: a product's by its code, else the file of that name. */
    find(name: string): StoredPhoto | undefined {
      const code = OF_PRODUCT.exec(name)?.[1];
      return (code && (uploaded(Number(code)) ?? ofCode(code))) || folder.find(name);
    },
    /** Its bytes and their version as they are now; undefined where it has gone. */
    read({ name, uploadedFor }: StoredPhoto) {
      return uploadedFor === undefined ? folder.read(name) : uploads.read(uploadedFor);
    },
    /** Another text whenever a photo has come, changed, or gone. */
    stamp: () => `${folder.changes()} ${uploads.stamp()}`,
    /** Looks at folder and uploads now. */
    async refresh() {
      await Promise.all([folder.refresh(), uploads.refresh()]);
    },
  };
}

export type ProductPhotos = ReturnType<typeof photosOfProducts>;

let opened: { dir: string; photos: ProductPhotos } | undefined;

/** The photos of this site, in its database and in `images`. */
export function sitePhotos(): ProductPhotos {
  const dir = imagesDir();
  if (opened?.dir !== dir) {
    opened = { dir, photos: photosOfProducts(imageFolder(dir), photoFiles, uploadedPhotos()) };
  }
  return opened.photos;
}

/** The address of a product's photo, for `imageSource` to add a size to; null without one. */
export function photoAddress(productId: number): string | null {
  return sitePhotos().address(productId);
}
