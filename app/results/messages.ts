import { productsFailed } from '#app/catalogue/messages.ts';

export { SEARCH_TOO_LONG } from '#app/catalogue/messages.ts';

/** The sentences of spec §8 and §2 that the screens and calls of tested products say. */

export const PRODUCT_NOT_FOUND = 'Product not found';
export const REVISION_NOT_FOUND = 'These results were never published';
export const REPORT_FAILED = 'Failed to load product details.';
export const RESULTS_UNREADABLE = 'the results cannot be read right now';
export const LOADING_PRODUCTS = 'Loading products...';
export const LOADING_MORE_PRODUCTS = 'Loading more products...';
export const CARD_NO_IMAGE = '[NO IMAGE]';
export const REPORT_NO_IMAGE = '[IMAGE UNAVAILABLE]';
export const TESTING_COMPLETE = 'Testing Complete!';
export const BACK_TO_LIST = 'Back to tested products';
export const UNKNOWN = 'Unknown';
export const NOT_AVAILABLE = 'N/A';
export const DEFAULT_SAMPLE_NAME = 'Sample';

/** What is the same for all of PlasticList's samples (spec §2 "Tested product report"). */
export const COLLECTED = 'H2 2024';
export const REGION = 'Bay Area';
export const STATUS = 'Tested';
export const METHOD = 'GC-MS with isotope dilution';
export const LABORATORY = 'ISO/IEC 17025 accredited';

export const SUPPLIER_UPDATE =
  'After these samples were bought, the supplier found and removed a source of bisphenol contamination. The bisphenol results below describe the samples, not what is sold today, and are not rated.';

/** Sharing a report (spec §8). */
export const SHARE = 'Share Results';
export const SHARE_GENERATING = 'Generating...';
export const SHARE_FAILED = 'Failed to generate image. Please try again.';
export const SHARE_COPIED = 'Report image copied! (paste anywhere)';
export const SHARE_DOWNLOADED = 'Image downloaded! (Clipboard access was denied)';
export const SHARE_READY = 'Image ready! Press and hold to save to your Photos';
export const SHARE_BUSY = 'Too many images are being generated. Please try again in a moment.';
export const SHARE_RATIO_UNKNOWN = 'ratio must be 1, 2 or 3.';
export const SHARE_WEIGHT_UNKNOWN = 'weight must be child or adult.';

/** A failure of the tested list, in the words of the product list's. */
export function testedProductsFailed(message: string): string {
  return productsFailed(message);
}
