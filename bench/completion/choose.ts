import { findProduct } from '#app/catalogue/find-product.server.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import { readLane } from '#app/catalogue/list/lane.server.ts';
import { openPools } from '#app/catalogue/pools.server.ts';
import { PRODUCT_PAGE_SIZE, remainingDollars } from '#app/catalogue/product.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import type { Visit } from './model.ts';

/** What the site has, and how visitors are assumed to answer it. */
export interface Scenario {
  name: string;
  lane: boolean;
  pools: boolean;
  /** What a sponsor does with their sum on the first day; undefined: there is none. */
  sponsor?: 'match' | 'pool';
  /** Of those who look at the home page, so many give to what the lane shows. */
  laneShare: number;
  /** Of those who come for a kind or for any product, so many give to its pool. */
  poolShare: number;
  /** Of those who saw nothing to fund on a page of the list, so many look at the next one. */
  patience: number;
  /** Of those whose product takes no more, so many go on to the home page. */
  goesOnShare: number;
}

/**
 * What a visitor puts on the funding list: read from what the site shows at that moment. They spend all
 * that they came with where they find something that takes it, and leave with the rest.
 */
export async function choose(visit: Visit, scenario: Scenario): Promise<AskedItem[]> {
  const cart = new Cart(visit.dollars);
  if (visit.purpose === 'product') {
    cart.add(await findProduct(visit.productId));
    if (cart.left === 0 || visit.luck.goesOn >= scenario.goesOnShare) return cart.items;
  }
  const isForKind = visit.purpose === 'kind' || visit.purpose === 'any';
  if (isForKind && scenario.pools && visit.luck.pool < scenario.poolShare) {
    return [{ productId: await poolOf(visit), amount: visit.dollars }];
  }
  if (scenario.lane && visit.luck.lane < scenario.laneShare) await fromLane(cart, visit);
  if (cart.left > 0) await fromList(cart, visit, scenario);
  return cart.items;
}

class Cart {
  readonly items: AskedItem[] = [];
  left: number;
  constructor(dollars: number) {
    this.left = dollars;
  }

  /** As much of a product as is left to give, and as it takes. */
  add(product: Product | undefined): void {
    const amount = product ? Math.min(this.left, takes(product)) : 0;
    if (!product || amount < 1 || this.items.some((item) => item.productId === product.id)) return;
    this.items.push({ productId: product.id, amount });
    this.left -= amount;
  }
}

/** Whole dollars that a product still takes. */
function takes(product: Product): number {
  return Math.floor(remainingDollars(product) - product.reserved_amount);
}

async function poolOf({ purpose, kind }: Visit): Promise<number> {
  const pools = await openPools();
  const own = pools.find((pool) => (purpose === 'any' ? pool.kind === 'any' : pool.of === kind));
  if (!own) throw new Error('a pool that was made is gone');
  return own.id;
}

async function fromLane(cart: Cart, { luck }: Visit): Promise<void> {
  const items = await readLane();
  for (const { id } of turned(items, luck.place)) {
    if (cart.left > 0) cart.add(await findProduct(id));
  }
}

/** Page after page of the list's own order, as far as they look. */
async function fromList(cart: Cart, visit: Visit, { patience }: Scenario): Promise<void> {
  const { luck, purpose, kind } = visit;
  const category = purpose === 'kind' ? kind : undefined;
  const pages = pagesLookedAt(luck.pages, patience);
  for (let page = 1; page <= pages && cart.left > 0; page += 1) {
    const { items } = await listProducts({ page, category });
    const open = items.filter((item) => takes(item) >= 1);
    for (const item of turned(open, luck.place)) if (cart.left > 0) cart.add(item);
    if (items.length < PRODUCT_PAGE_SIZE) return;
  }
}

/** Pages that somebody looks at who goes on after each with the chance of `patience`: 1 at least. */
export function pagesLookedAt(luck: number, patience: number): number {
  return patience >= 1 ? Infinity : 1 + Math.floor(Math.log(1 - luck) / Math.log(patience));
}

/** A list begun at a place that luck decides. */
function turned<T>(list: readonly T[], luck: number): T[] {
  const at = Math.floor(luck * list.length);
  return [...list.slice(at), ...list.slice(0, at)];
}
