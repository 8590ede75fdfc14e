import { isFunded, listTotal, withoutMatch } from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { formatDollars } from '#app/kit/money.ts';
import { ask } from '#app/platform/http/ask.ts';

/* What matches add to a list. Loaded where a match is open, as the home page has no room for more. */

/** The list with what matches add to its amounts, as the site says; as it was where it says nothing. */
export async function askMatched(
  list: FundingListItem[],
  signal: AbortSignal,
): Promise<FundingListItem[]> {
  const asked = await ask('post /api/validate-cart', { body: { cart: list }, signal });
  return asked.ok ? matchList(list, asked.body.validItems) : list;
}

/**
 * The list with what matches add to its amounts, as validate-cart answered; what it answered of another
 * amount is left out. The same list, unchanged, where nothing differs.
 */
export function matchList(list: FundingListItem[], found: FundingListItem[]): FundingListItem[] {
  const byId = new Map(found.map((item) => [item.productId, item]));
  const known = list.map((item) => {
    const { amount, matched = 0 } = byId.get(item.productId) ?? item;
    if (amount !== item.amount || matched === (item.matched ?? 0)) return item;
    return matched > 0 ? { ...item, matched } : withoutMatch(item);
  });
  return known.some((item, index) => item !== list[index]) ? known : list;
}

/** What is said of an item that a match adds to; nothing of others. */
export function sponsorAdds({ matched = 0, ...item }: FundingListItem): string {
  return matched > 0 && !isFunded(item) ? `A sponsor adds ${formatDollars(matched)}.` : '';
}

/** What matches add to the list, and what both come to; nothing where they add nothing. */
export function matchesAdd(list: FundingListItem[]): string {
  const cents = list.map((item) => (isFunded(item) ? 0 : Math.round((item.matched ?? 0) * 100)));
  const dollars = cents.reduce((sum, item) => sum + item, 0) / 100;
  if (dollars === 0) return '';
  const both = formatDollars(dollars + listTotal(list));
  return `Matches add ${formatDollars(dollars)}. Together that is ${both}.`;
}
