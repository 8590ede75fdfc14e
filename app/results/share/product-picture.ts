import { fundingStands } from '#app/catalogue/funding-words.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import type { SharePicture } from '#app/platform/feeds/page-meta.ts';
import { DEFAULT_SHARE_RATIO, fundingImageAddress, shareImageAddress } from './share-address.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

/** A product's picture for other sites: where its funding stands, or what its report says. */
export function productPicture(
  product: Product,
  hasReport: boolean,
  siteUrl: string,
): SharePicture {
  const { id, name, testing_status, removed_reason, current_amount } = product;
  const state = [removed_reason ?? testing_status, current_amount];
  const path = hasReport ? shareImageAddress({ originalId: id }) : fundingImageAddress(id, state);
  return {
    address: `${siteUrl}${path}`,
    widthPx: SHARE_WIDTH_PX * DEFAULT_SHARE_RATIO,
    heightPx: SHARE_HEIGHT_PX * DEFAULT_SHARE_RATIO,
    type: 'image/png',
    text: hasReport ? `Report card of ${name}.` : `${name}: ${fundingStands(product)}`,
  };
}
