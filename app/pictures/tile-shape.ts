import type { TileShape } from '#app/ui/container-drawings.ts';

/** What the products of each category come in. */
export const tileShapes: Readonly<Record<string, TileShape>> = {
  'Baby Care': 'bottle',
  'Baby Food': 'jar',
  Bakery: 'pouch',
  Beverages: 'bottle',
  Breakfast: 'box',
  'Canned Goods': 'can',
  Condiments: 'jar',
  Dairy: 'cup',
  'Fast Casual': 'takeout',
  'Fast Food': 'takeout',
  Frozen: 'tray',
  Household: 'bottle',
  'Ice Cream': 'cup',
  'Meat & Fish': 'pouch',
  Pantry: 'jar',
  'Pasta & Grains': 'box',
  'Personal Care': 'tube',
  'Pet Food': 'can',
  'Plant-Based': 'carton',
  Produce: 'produce',
  Snacks: 'pouch',
};

/** What a name says of it, which counts for more than a category. */
const ofNames: readonly (readonly [RegExp, TileShape])[] = [
  [/\btakeout\b/i, 'takeout'],
  [/\bcarton\b/i, 'carton'],
  [/\bpouch\b|\bbag\b/i, 'pouch'],
  [/\bcan(s|ned)?\b|\btuna\b|\bsardines\b/i, 'can'],
  // A brand of coffee is called Blue Bottle.
  [/(?<!\bblue )\bbottle\b|\bjug\b|\bketchup\b|\bhandwash\b/i, 'bottle'],
  [/\bcup\b|\bmouth swish\b/i, 'cup'],
  [/\bbox\b|\btoothbrush\b/i, 'box'],
  [/\bjar\b/i, 'jar'],
  [/\btoothpaste\b/i, 'tube'],
  [/\bdining (hall )?meal\b/i, 'tray'],
];

/** The container that a name says; undefined where it says none. */
export function shapeOfName(name: string): TileShape | undefined {
  return ofNames.find(([pattern]) => pattern.test(name))?.[1];
}

/** The container drawn for a product without a photo: its name's, its category's, else a box. */
export function tileShape(product: { name: string; category: string | null }): TileShape {
  return shapeOfName(product.name) ?? tileShapes[product.category ?? ''] ?? 'box';
}
