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
  'Fast Casual': 'cup',
  Frozen: 'tray',
  Household: 'bottle',
  'Meat & Fish': 'pouch',
  Pantry: 'jar',
  'Pasta & Grains': 'box',
  'Personal Care': 'tube',
  'Pet Food': 'can',
  'Plant-Based': 'box',
  Snacks: 'pouch',
};

/** The container drawn for a product without a photo: its category's, else a box. */
export function tileShape(category: string | null): TileShape {
  return tileShapes[category ?? ''] ?? 'box';
}
