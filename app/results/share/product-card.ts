import { tileShape } from '#app/catalogue/images/tile-shape.ts';
import {
  isOpenForFunding,
  missingText,
  fundingStands,
  whyFund,
} from '#app/catalogue/funding-words.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { isFullyFunded } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { segmentParts } from '#app/ui/segment-parts.ts';
import type { TileShape } from '#app/ui/drawing.ts';
import { drawable, type ShareCard } from './share-card.ts';

/** Everything that the picture of a product to fund says; the same content gives the same picture. */
export interface FundingCard {
  number: string;
  name: string;
  brand: string;
  shape: TileShape;
  /** `$340 of $1,275 raised`; null once it takes no money. */
  amount: string | null;
  /** Under it: why, or where it stands. */
  lines: string[];
  contributors: string;
  /** Shares of each level, 0 to 1. */
  levels: number[];
  /** What to do, if there is something. */
  call: string;
  siteName: string;
  /** Where the product is, without its scheme. */
  address: string;
}

/** What pictures are drawn from: a report's, and that of a product to fund. */
export type AnyCard = ShareCard | FundingCard;

/** What a product's picture says of its funding. */
export function productCard(
  product: Product,
  { siteName, address }: { siteName: string; address: string },
): FundingCard {
  const { current_amount, target_amount, levels, contributor_count, removed_reason } = product;
  const isOpen = isOpenForFunding(product);
  const parts = segmentParts({ segments: levels, total: target_amount, filled: current_amount });
  return {
    number: String(product.id),
    name: drawable(product.name) || `Product ${product.id}`,
    brand: drawable(product.brand ?? ''),
    shape: tileShape(product),
    amount: isOpen
      ? `${formatDollars(current_amount)} of ${formatDollars(target_amount)} raised`
      : null,
    lines: isOpen
      ? [whyFund(product), missingText(product) ?? ''].filter(Boolean)
      : [fundingStands(product)],
    contributors: removed_reason ? '' : counted(contributor_count, 'contributor'),
    levels: parts.map(({ filled }) => (isFullyFunded(product) && !removed_reason ? 1 : filled)),
    call: isOpen ? 'Fund the test' : '',
    siteName,
    address: address.replace(/^https?:\/\//, ''),
  };
}
