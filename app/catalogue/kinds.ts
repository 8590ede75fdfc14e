import { kindRows } from '#db/data/kinds.ts';

/** What a product is, narrowly enough that one of a kind may be chosen in place of another (decision 0152). */
export interface Kind {
  /** As an address says it. */
  key: string;
  name: string;
  /** Key of the group that it belongs to. */
  group: string;
  /** What people call it too, and brands of it. */
  also: string[];
  /** PlasticList's numbers of tested products, and codes of the catalogue: no number is two. */
  products: readonly number[];
}

/** In the order in which they are listed: by group. */
export const kinds: readonly Kind[] = kindRows.map(([key, name, group, also, products]) => ({
  key,
  name,
  group,
  also: also.split(', ').filter(Boolean),
  products,
}));

const byProduct = new Map(kinds.flatMap((kind) => kind.products.map((id) => [id, kind])));

/** The kind of a product, by its number; undefined where nobody has set one. */
export function kindOf(productId: number): Kind | undefined {
  return byProduct.get(productId);
}

/** Of a product's kind what pages say; null where nobody has set one. */
export function kindNameOf(productId: number): Pick<Kind, 'key' | 'name'> | null {
  const kind = kindOf(productId);
  return kind ? { key: kind.key, name: kind.name } : null;
}

/** The kind that an address names; undefined where it names none. */
export function kindNamed(key: string): Kind | undefined {
  return kinds.find((kind) => kind.key === key);
}
