import { basisRows, variantRows } from '#db/data/comparable.ts';

const basisOf = new Map(
  basisRows.flatMap(([basis, how, products]) => products.map((id) => [id, { basis, how }])),
);
const variants = new Map(variantRows.map(([id, item, how]) => [id, { item, how }]));

/** How a product was tested, after “tested”; null where nobody has recorded it. */
export function howTested(id: number): string | null {
  return basisOf.get(id)?.how ?? null;
}

/** What a product is a variant of, by its number, and what was done to it; undefined of an item itself. */
export function variantOf(id: number): { item: number; how: string } | undefined {
  return variants.get(id);
}

/** The item that a product is, or is a variant of. */
function itemOf(id: number): number {
  return variants.get(id)?.item ?? id;
}

/**
 * Why two products are not compared: one item, states that differ or that nobody has recorded, or an item
 * under other conditions, which is compared with nothing; or null.
 */
export function whyNotCompared(one: number, other: number) {
  if (itemOf(one) === itemOf(other)) return 'item';
  const [first, second] = [basisOf.get(one), basisOf.get(other)];
  if (!first || !second) return 'unknown';
  if (first.basis !== second.basis) return 'state';
  return variants.has(one) || variants.has(other) ? 'variant' : null;
}
