import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';

/** Tested products of the kind of one to fund. */
export interface NearestTested {
  kind: Pick<Kind, 'key' | 'name'>;
  /** In the order of the kind's own page. */
  items: { product_id: number; name: string; verdict: string }[];
}

const SHOWN = 3;

/**
 * The tested products of a product's kind (decision 0152), three at most; nothing decades old. Null
 * where it has no kind, and where none of it is tested.
 */
export async function findNearestTested(productId: number): Promise<NearestTested | null> {
  const kind = kindOf(productId);
  if (!kind) return null;
  const items = pageOrder(await rankedKind(kind))
    .slice(0, SHOWN)
    .map(({ row }) => ({
      product_id: row.product_id,
      name: row.name,
      verdict: row.sentence,
    }));
  return items.length > 0 ? { kind: { key: kind.key, name: kind.name }, items } : null;
}
