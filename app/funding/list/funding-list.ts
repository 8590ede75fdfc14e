import { isDemonstration, isPastFunding } from '#app/catalogue/product.ts';
import { fittingCents, FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';
import { panels, testName } from '#app/toxicology/panels/panels.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { FUNDING_LIST_MAX_ITEMS } from '#app/funding/list-messages.ts';
import { site } from '#app/site.ts';

export const FUNDING_LIST_KEY = `${site.slug}-cart`;

/** What the list has to know of a product to hold money for it; amounts in dollars. */
export interface FundableProduct {
  id: number;
  name: string;
  panel?: string | undefined;
  round?: number | undefined;
  target_amount: number;
  current_amount: number;
  testing_status?: string;
}

/**
 * Whether a product may stand on a list: a demonstration only where nothing real does. A real one
 * always may; demonstrations make way for it, since they are never paid for.
 */
export function mayJoin(list: FundingListItem[], product: { name: string }): boolean {
  return !isDemonstration(product) || list.every(isDemonstration);
}

/** The list without demonstrations, where something real stands on it or joins it. */
function realOrDemo(list: FundingListItem[], joining?: { name: string }): FundingListItem[] {
  const isReal = [...list, ...(joining ? [joining] : [])].some((item) => !isDemonstration(item));
  return isReal && list.some(isDemonstration)
    ? list.filter((item) => !isDemonstration(item))
    : list;
}

/** Dollars, to the cent, that a list may hold of one product: the remaining need. */
export function roomFor(product: { target_amount: number; current_amount: number }): number {
  return Math.max(0, Math.round((product.target_amount - product.current_amount) * 100) / 100);
}

/** What wanted dollars come to where there is room for so many: as `fittingCents`. */
export function fitting(wantedDollars: number, roomDollars: number): number {
  const [wanted, room] = [wantedDollars, roomDollars].map((dollars) => Math.round(dollars * 100));
  return fittingCents(wanted ?? 0, room ?? 0) / 100;
}

/**
 * The list with an amount added to one product, capped so that raised plus listed never exceeds
 * the target, and demonstrations kept apart; nothing is added where nothing remains, where the amount
 * is not whole dollars of at least 1, or where a new product would be the 101st. A rest below a dollar
 * is added with it. What is known of the product is brought up to date either way. The same list,
 * unchanged, where there is nothing to do.
 */
export function addToList(
  list: FundingListItem[],
  product: FundableProduct,
  amountDollars: number,
): FundingListItem[] {
  const refreshed = refreshList(list, [product]);
  const counted = { ...product, current_amount: countedDollars(product) };
  if (!Number.isSafeInteger(amountDollars) || amountDollars < 1) return refreshed;
  if (!mayJoin(refreshed, product)) return refreshed;
  const fresh = realOrDemo(refreshed, product);
  const listed = fresh.find((item) => item.productId === product.id);
  const before = listed?.amount ?? 0;
  const amount = fitting(before + amountDollars, roomFor(counted));
  if (amount <= before) return refreshed;
  if (!listed && fresh.length >= FUNDING_LIST_MAX_ITEMS) return fresh;
  const { id, target_amount, current_amount } = product;
  const name = testName(product);
  const item = { id, productId: id, name, amount, target_amount, current_amount };
  return listed ? fresh.map((other) => (other === listed ? item : other)) : [...fresh, item];
}

/**
 * The list with one product's amount set to whole dollars, held between 1 and the remaining need, or
 * to that need; the same list, unchanged, for anything else, or when nothing remains.
 */
export function setListedAmount(list: FundingListItem[], productId: number, amountDollars: number) {
  const item = list.find((other) => other.productId === productId);
  if (!item || !Number.isFinite(amountDollars)) return list;
  if (!Number.isInteger(amountDollars) && amountDollars !== roomFor(item)) return list;
  const room = roomFor(item);
  const amount = fitting(amountDollars, room);
  if (room <= 0 || amount === item.amount) return list;
  return list.map((other) => (other === item ? { ...item, amount } : other));
}

/**
 * The list after fresher product data: amounts are capped to what is needed now. An item whose
 * product is funded meanwhile stays as it was, and `isFunded` tells it. The same list, unchanged,
 * where nothing differs.
 */
export function refreshList(list: FundingListItem[], products: FundableProduct[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  let isChanged = false;
  const refreshed = list.map((item) => {
    const product = byId.get(item.productId);
    if (!product) return item;
    const { target_amount } = product;
    const name = testName(product);
    const current_amount = countedDollars(product);
    const room = roomFor({ target_amount, current_amount });
    const amount = room <= 0 ? item.amount : refitted(item.amount, room);
    if (
      amount === item.amount &&
      name === item.name &&
      target_amount === item.target_amount &&
      current_amount === item.current_amount
    ) {
      return item;
    }
    isChanged = true;
    return { ...item, name, amount, target_amount, current_amount };
  });
  return isChanged ? refreshed : list;
}

/** Not rounded up where it is whole dollars: the visitor is asked about that at the checkout. */
function refitted(listedDollars: number, roomDollars: number): number {
  const fits = fitting(listedDollars, roomDollars);
  return Number.isInteger(listedDollars) ? Math.min(listedDollars, fits) : fits;
}

/** What counts as raised: all of it once the product's test has its money. */
function countedDollars({ target_amount, current_amount, testing_status }: FundableProduct) {
  return isPastFunding(testing_status) ? Math.max(target_amount, current_amount) : current_amount;
}

/**
 * The list once an order is paid: cleared, but for what the order did not hold. A product
 * that was kept for another payment stays as it was; of one that was added to meanwhile, what is
 * more than was paid stays, in whole dollars up to what it still needs. `paid` is in dollars.
 */
export function listAfterOrder(
  list: FundingListItem[],
  paid: { productId: number; amount: number }[],
): FundingListItem[] {
  const cents = new Map(paid.map(({ productId, amount }) => [productId, Math.round(amount * 100)]));
  return list.flatMap((item) => {
    const paidCents = cents.get(item.productId);
    if (paidCents === undefined) return [item];
    const current_amount = (Math.round(item.current_amount * 100) + paidCents) / 100;
    const leftDollars = Math.floor((item.amount * 100 - paidCents) / 100);
    const amount = Math.min(leftDollars, roomFor({ ...item, current_amount }));
    return amount <= 0 ? [] : [{ ...item, amount, current_amount }];
  });
}

/** Whether a listed amount covers all that the product still needs. */
export function coversNeed(item: FundingListItem): boolean {
  return item.amount >= roomFor(item);
}

/**
 * The panel that new tests of an item's goal are for. An item does not tell how many samples its goal
 * pays for, or what they are tested for: of another goal it is undefined.
 */
export function panelByGoal({ target_amount }: Pick<FundingListItem, 'target_amount'>) {
  return panels.find(({ sampleCents, samples }) => sampleCents * samples === target_amount * 100);
}

/** Which samples a listed amount completes, by their place from 1; none of a goal that is not known. */
export function samplesCompleted(item: FundingListItem): number[] {
  const sampleCents = panelByGoal(item)?.sampleCents;
  if (!sampleCents) return [];
  const paid = (dollars: number) => Math.floor(Math.round(dollars * 100) / sampleCents);
  const before = paid(item.current_amount);
  const completed = paid(item.current_amount + item.amount) - before;
  return Array.from({ length: completed }, (_, at) => before + at + 1);
}

/** Whether a listed product takes no money any more, as far as is known. */
export function isFunded(item: FundingListItem): boolean {
  return roomFor(item) <= 0;
}

/** Dollars on the list, without the products that take no money any more. */
export function listTotal(list: FundingListItem[]): number {
  const cents = list.map((item) => (isFunded(item) ? 0 : Math.round(item.amount * 100)));
  return cents.reduce((sum, item) => sum + item, 0) / 100;
}

/**
 * A list read back from storage, at most 100 items. Whatever is not a well-formed item is left
 * out, and an amount above full funding is capped, so that an odd entry never costs the visitor
 * the rest of the list.
 */
export function parseStoredList(stored: string | null): FundingListItem[] {
  if (!stored) return [];
  let read: unknown;
  try {
    read = JSON.parse(stored);
  } catch {
    return [];
  }
  if (!Array.isArray(read)) return [];
  const byId = new Map<number, FundingListItem>();
  for (const entry of read) {
    if (!isItem(entry) || byId.has(entry.productId)) continue;
    const { productId, name, target_amount, current_amount } = entry;
    const amount = Math.min(entry.amount, FULL_FUNDING_DOLLARS);
    const item = { id: productId, productId, name, amount, target_amount, current_amount };
    byId.set(productId, item);
  }
  return realOrDemo([...byId.values()]).slice(0, FUNDING_LIST_MAX_ITEMS);
}

function isItem(item: unknown): item is FundingListItem {
  if (typeof item !== 'object' || item === null) return false;
  const { productId, name, amount, target_amount, current_amount } = item as FundingListItem;
  return (
    Number.isSafeInteger(productId) &&
    productId >= 1 &&
    typeof name === 'string' &&
    Number.isFinite(target_amount) &&
    Number.isFinite(current_amount) &&
    Math.round(amount * 100) / 100 === amount &&
    amount > 0 &&
    (Number.isInteger(amount) || amount >= roomFor({ target_amount, current_amount }))
  );
}
