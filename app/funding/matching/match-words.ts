import { LEAST_CENTS } from './match.ts';
import { groups } from '#app/catalogue/groups.ts';
import { listQueryString, readListQuery } from '#app/catalogue/list/list-query.ts';
import type { PoolKind } from '#app/catalogue/pool.ts';
import { dayText } from '#app/kit/day-text.ts';
import { dollarsFromCents, formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';

/** The terms of a match as sentences need them; amounts in dollars. */
export interface ShownTerms {
  kind: PoolKind;
  of: string;
  mostDollars: number;
  firstGifts: number | null;
  /** Its end, in ISO 8601. */
  endsAt: string;
  sponsorName: string | null;
  unusedTo: string;
  /** The name of the pool that unused money goes to; null: to another place. */
  poolName: string | null;
}

/** What gifts are matched to: `any product`, `products by Acme`. */
export function matchedProducts({ kind, of }: Pick<ShownTerms, 'kind' | 'of'>): string {
  if (kind === 'any') return 'any product';
  if (kind === 'brand') return `products by ${of}`;
  return `products of the group “${groups.find(({ key }) => key === of)?.name ?? of}”`;
}

/** The address of the list of them. */
export function matchedProductsAddress({ kind, of }: Pick<ShownTerms, 'kind' | 'of'>): string {
  const asked: Record<PoolKind, Record<string, string>> = {
    any: {},
    group: { category: of },
    brand: { search: of },
  };
  return `/${listQueryString(readListQuery(new URLSearchParams(asked[kind])))}`;
}

/** Which gifts are matched, and by how much. */
export function ruleText(terms: ShownTerms): string {
  const gifts =
    terms.firstGifts === null
      ? 'Each gift'
      : `Each of the first ${counted(terms.firstGifts, 'gift')}`;
  return `${gifts} to ${matchedProducts(terms)} is matched dollar for dollar, up to ${formatDollars(terms.mostDollars)} a gift, never for more than the product still needs, and as long as there is money in the match.`;
}

export function endText({ endsAt }: Pick<ShownTerms, 'endsAt'>): string {
  return `The match ends when ${dayText(endsAt)} is over, in UTC.`;
}

export const WHICH_GIFTS =
  'Gifts from a funding list to products that we have reviewed are matched. Where more than one match is for a product, the one that was made first adds to the gift. Monthly gifts, what pools spend, contributions that are moved, and gifts of the sponsor’s own are not.';

/** What becomes of a match that brings a gift: it goes the way of the gift. */
export const GOES_WITH_THE_GIFT =
  'What is added to a gift pays for the test of its product. If the gift is refunded before testing has begun, or the product is taken off the list, it comes back to the match, and is used for other gifts or is unused.';

/** Where unused money goes, said to whoever reads, or to the sponsor. */
export function unusedText(
  { unusedTo, poolName }: Pick<ShownTerms, 'unusedTo' | 'poolName'>,
  reader: 'public' | 'sponsor',
): string {
  const back = reader === 'sponsor' ? 'goes back to you' : 'goes back to the sponsor';
  if (unusedTo === 'project') return 'What is unused then is a donation to the project itself.';
  if (poolName) {
    return `What is unused then goes to the ${poolName}, or ${reader === 'sponsor' ? 'back to you' : 'back to the sponsor'} if that is closed by then.`;
  }
  const how =
    reader === 'sponsor'
      ? ': to the card you paid with, or, if the card takes no refund anymore or you paid another way, by a payment that we agree on with you'
      : '';
  return `What is unused then ${back}${how}.`;
}

export function sponsorText(name: string | null): string {
  return name ?? 'a sponsor who is not named';
}

/** What remains of a match, or why nothing does; amounts in dollars. */
export function remainsText({
  isClosed,
  leftDollars,
  giftsLeft,
}: {
  isClosed: boolean;
  leftDollars: number;
  giftsLeft: number | null;
}): string {
  if (isClosed) return 'This match has ended. Gifts are not matched by it anymore.';
  if (leftDollars === 0)
    return 'All of its money is used, or promised to gifts that are being paid.';
  if (giftsLeft === 0) return 'It has matched as many gifts as it was made for.';
  if (leftDollars < dollarsFromCents(LEAST_CENTS)) {
    return `${formatDollars(leftDollars)} remains, which is too little to match a gift. The rest is used, or promised to gifts that are being paid.`;
  }
  const gifts = giftsLeft === null ? '' : `, for ${counted(giftsLeft, 'more gift')}`;
  return `${formatDollars(leftDollars)} remains${gifts}.`;
}

/** What a match that has ended did in all; amounts in dollars. */
export function didText(gifts: number, matchedDollars: number): string {
  return gifts === 0
    ? 'It was added to no gift.'
    : `${formatDollars(matchedDollars)} was added to ${counted(gifts, 'gift')}.`;
}
