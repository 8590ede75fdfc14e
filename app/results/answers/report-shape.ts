import { shapeOfName, tileShapes } from '#app/pictures/tile-shape.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import type { TileShape } from '#app/ui/container-drawings.ts';
import { categoryTag } from './product-category.ts';

/** What PlasticList's kinds of products come in; a kind that is missing comes in a plain box. */
const tagsOf = {
  bottle: [
    'alcoholic',
    'beverages',
    'bottled_water',
    'breast_milk',
    'cow_milk',
    'electrolytes',
    'hydration',
    'medications',
    'pills',
    'protein_drinks',
    'raw_cow_milk',
    'soap',
    'supplements',
    'tap_water',
    'vitamins',
    'water',
    'whole_milk',
  ],
  can: ['cocoa', 'energy_drinks', 'formula', 'powdered_milk', 'sodas'],
  carton: ['dairy_alternatives', 'plant_milk'],
  cup: ['coffee', 'ice_cream', 'shakes', 'smoothies', 'tea', 'yogurt'],
  jar: ['peanut_butter', 'protein'],
  pouch: ['baked_goods', 'bread', 'candy', 'cheese', 'snacks', 'sugar'],
  produce: ['fruits', 'produce', 'vegetables'],
  takeout: ['burgers', 'fast_food', 'nuggets', 'sandwiches'],
  tray: ['beef', 'meat', 'meat_substitutes', 'poultry', 'prepared_meals', 'salad', 'seafood'],
  tube: ['dental', 'personal_care'],
} satisfies Partial<Record<TileShape, string[]>>;

const shapes = new Map<string | null, TileShape>([
  // Kinds of products that were funded here are the catalogue's own.
  ...Object.entries(tileShapes).map(([category, shape]) => [categoryTag(category), shape] as const),
  ...Object.entries(tagsOf).flatMap(([shape, tags]) =>
    tags.map((tag) => [tag, shape as TileShape] as const),
  ),
]);

/** The container drawn for a tested product without a photo, by its name and what it is. */
export function reportShape({ name, category }: Pick<RiskLevelRow, 'name' | 'category'>) {
  return shapeOfName(name) ?? shapes.get(category) ?? 'box';
}
