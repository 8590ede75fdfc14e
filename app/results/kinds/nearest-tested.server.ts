import { kindOf } from '#app/catalogue/kinds.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';

const SHOWN = 3;

/**
 * The tested products of a product's kind (decision 0152), three at most, in the order of the kind's own
 * page; nothing decades old. Null where it has no kind, and where none of it is tested.
 */
export async function findNearestTested(productId: number) {
  const kind = kindOf(productId);
  if (!kind) return null;
  const items = pageOrder(await rankedKind(kind))
    .slice(0, SHOWN)
    .map(({ row: { product_id, name, sentence: verdict } }) => ({ product_id, name, verdict }));
  return items.length > 0 ? { kind: { key: kind.key, name: kind.name }, items } : null;
}

/** Tested products of the kind of one to fund. */
export type NearestTested = NonNullable<Awaited<ReturnType<typeof findNearestTested>>>;
