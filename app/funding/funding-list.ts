import { isDemonstration, isPastFunding } from '#app/catalogue/product.ts';
import { FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import { site } from '#app/site.ts';

/** A funding list item, as spec §3 names it; it lives in the browser's local storage. */
export interface FundingListItem {
  id: number;
  productId: number;
  name: string;
  /** Whole dollars, at least 1. */
  amount: number;
  /** Dollars. */
  target_amount: number;
  /** Dollars raised when the item was last seen. */
  current_amount: number;
}

export const FUNDING_LIST_KEY = `${site.slug}-cart`;
export const FUNDING_LIST_MAX_ITEMS = 100;

/** What validate-cart answers (spec §7; design "HTTP surface"). */
export interface CartValidation {
  /** Items with `amount` capped to what is neither raised nor reserved by others. */
  validItems: FundingListItem[];
  removedItems: RemovedItem[];
}

export interface RemovedItem {
  productId: number;
  name: string;
  amount: number;
  /** `next_payment`: it can be paid for, but not in one payment with the others. */
  reason: 'fully_funded' | 'being_paid_for' | 'not_available' | 'next_payment';
  /** A sentence for the visitor. */
  message: string;
}

/** What the list has to know of a product to hold money for it; amounts in dollars. */
export interface FundableProduct {
  id: number;
  name: string;
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

/** Dollars of one product that the list may still take: up to the remaining need (spec §5). */
export function roomFor(
  product: { target_amount: number; current_amount: number },
  listedDollars: number,
): number {
  return Math.max(0, Math.floor(product.target_amount - product.current_amount) - listedDollars);
}

/**
 * The list with an amount added to one product, capped so that raised plus listed never exceeds
 * the target, and demonstrations kept apart; nothing is added where nothing remains, where the amount is not whole dollars of at
 * least 1, or where a new product would be the 101st. What is known of the product is brought up
 * to date either way. The same list, unchanged, where there is nothing to do.
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
  const added = Math.min(amountDollars, roomFor(counted, listed?.amount ?? 0));
  if (added < 1) return refreshed;
  if (!listed && fresh.length >= FUNDING_LIST_MAX_ITEMS) return fresh;
  const item: FundingListItem = {
    id: product.id,
    productId: product.id,
    name: product.name,
    amount: (listed?.amount ?? 0) + added,
    target_amount: product.target_amount,
    current_amount: product.current_amount,
  };
  return listed
    ? fresh.map((other) => (other.productId === product.id ? item : other))
    : [...fresh, item];
}

/**
 * The list with one product's amount set to whole dollars, held between 1 and the remaining need;
 * the same list, unchanged, for anything that is not whole dollars, or when nothing remains.
 */
export function setListedAmount(
  list: FundingListItem[],
  productId: number,
  amountDollars: number,
): FundingListItem[] {
  const item = list.find((other) => other.productId === productId);
  if (!item || !Number.isSafeInteger(amountDollars)) return list;
  const room = roomFor(item, 0);
  const amount = Math.max(1, Math.min(amountDollars, room));
  if (room < 1 || amount === item.amount) return list;
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
    const { name, target_amount } = product;
    const current_amount = countedDollars(product);
    const room = roomFor({ target_amount, current_amount }, 0);
    const amount = room < 1 ? item.amount : Math.min(item.amount, room);
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

/** What counts as raised: all of it once the product's test has its money. */
function countedDollars({ target_amount, current_amount, testing_status }: FundableProduct) {
  return isPastFunding(testing_status) ? Math.max(target_amount, current_amount) : current_amount;
}

/** The list without one product. */
export function removeFromList(list: FundingListItem[], productId: number): FundingListItem[] {
  return list.filter((item) => item.productId !== productId);
}

/**
 * The list once an order is paid: cleared (spec §4), but for what the order did not hold. A product
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
    const amount = Math.min(leftDollars, roomFor({ ...item, current_amount }, 0));
    return amount < 1 ? [] : [{ ...item, amount, current_amount }];
  });
}

/** Whether a listed amount covers all that the product still needs. */
export function coversNeed(item: FundingListItem): boolean {
  return item.current_amount + item.amount >= item.target_amount;
}

/** Whether a listed product takes no money any more, as far as is known. */
export function isFunded(item: FundingListItem): boolean {
  return roomFor(item, 0) < 1;
}

/** Dollars on the list, without the products that take no money any more. */
export function listTotal(list: FundingListItem[]): number {
  return list.reduce((sum, item) => sum + (isFunded(item) ? 0 : item.amount), 0);
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
    const amount = Math.min(entry.amount, FULL_FUNDING_CENTS / 100);
    byId.set(productId, {
      id: productId,
      productId,
      name,
      amount,
      target_amount,
      current_amount,
    });
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
    Number.isSafeInteger(amount) &&
    amount >= 1 &&
    Number.isFinite(target_amount) &&
    Number.isFinite(current_amount)
  );
}
