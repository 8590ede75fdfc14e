import { boundsOfTiles, lowerFamilies } from '#app/results/surely-lower.ts';
import { familyOf } from '#app/toxicology/families.ts';
import type { ComparedProduct } from './compare.server.ts';

type Compared = Pick<ComparedProduct, 'id' | 'name' | 'tiles' | 'isNotFood'>;

/**
 * How a product stands beside the others of a comparison, by bounds alone (decision 0153): a line for
 * each. What nobody eats stands beside nothing, as its page says.
 */
export function standsBeside(product: Compared, products: readonly Compared[]): string[] {
  if (product.isNotFood) return [];
  const others = products.filter(({ id, isNotFood }) => id !== product.id && !isNotFood);
  return others.map((other) => {
    const name = others.length === 1 ? 'the other' : other.name;
    const [own, its] = [boundsOfTiles(product.tiles), boundsOfTiles(other.tiles)];
    const [lower, higher] = [namesOf(lowerFamilies(own, its)), namesOf(lowerFamilies(its, own))];
    if (lower && higher) return `Lower in ${lower} than ${name}, higher in ${higher}.`;
    if (lower) return `Lower for sure in ${lower} than ${name}.`;
    if (higher) return `Higher for sure in ${higher} than ${name}.`;
    return `Can’t be told apart from ${name}.`;
  });
}

function namesOf(families: ReturnType<typeof lowerFamilies>): string {
  return families.map((family) => familyOf(family).name.toLowerCase()).join(' and ');
}
