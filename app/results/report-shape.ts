import { tileShapes } from '#app/catalogue/images/tile-shape.ts';
import type { TileShape } from '#app/ui/container-drawings.ts';
import { categoryTag } from './catalogue-words.ts';

/** What PlasticList's kinds of products come in; a kind that is missing comes in a plain box. */
const ofTags: Record<string, TileShape> = {
  alcoholic: 'bottle',
  beef: 'tray',
  beverages: 'bottle',
  bottled_water: 'bottle',
  bread: 'pouch',
  breast_milk: 'bottle',
  candy: 'pouch',
  coffee: 'cup',
  cow_milk: 'bottle',
  dental: 'tube',
  electrolytes: 'bottle',
  fruits: 'tray',
  hydration: 'bottle',
  ice_cream: 'cup',
  meat: 'tray',
  meat_substitutes: 'tray',
  medications: 'bottle',
  peanut_butter: 'jar',
  personal_care: 'tube',
  pills: 'bottle',
  plant_milk: 'bottle',
  poultry: 'tray',
  powdered_milk: 'can',
  prepared_meals: 'tray',
  produce: 'tray',
  protein: 'jar',
  raw_cow_milk: 'bottle',
  salad: 'tray',
  seafood: 'tray',
  shakes: 'cup',
  smoothies: 'cup',
  snacks: 'pouch',
  sodas: 'can',
  supplements: 'bottle',
  tap_water: 'bottle',
  tea: 'cup',
  vegetables: 'tray',
  vitamins: 'bottle',
  water: 'bottle',
  whole_milk: 'bottle',
  yogurt: 'cup',
};

/** Kinds of products that were funded here are the catalogue's own. */
const ofKinds = new Map(
  Object.entries(tileShapes).map(([category, shape]) => [categoryTag(category), shape]),
);

/** The container drawn for a tested product without a photo, by what it is. */
export function reportShape(category: string | null): TileShape {
  return ofTags[category ?? ''] ?? ofKinds.get(category) ?? 'box';
}
