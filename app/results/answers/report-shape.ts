import { shapeOfName, tileShapes } from '#app/pictures/tile-shape.ts';
import type { TileShape } from '#app/ui/container-drawings.ts';
import { categoryTag } from './product-category.ts';

/** What PlasticList's kinds of products come in; a kind that is missing comes in a plain box. */
const ofTags: Record<string, TileShape> = {
  alcoholic: 'bottle',
  baked_goods: 'pouch',
  beef: 'tray',
  beverages: 'bottle',
  bottled_water: 'bottle',
  bread: 'pouch',
  breast_milk: 'bottle',
  burgers: 'takeout',
  candy: 'pouch',
  cheese: 'pouch',
  cocoa: 'can',
  coffee: 'cup',
  cow_milk: 'bottle',
  dairy_alternatives: 'carton',
  dental: 'tube',
  electrolytes: 'bottle',
  energy_drinks: 'can',
  fast_food: 'takeout',
  formula: 'can',
  fruits: 'produce',
  hydration: 'bottle',
  ice_cream: 'cup',
  meat: 'tray',
  meat_substitutes: 'tray',
  medications: 'bottle',
  nuggets: 'takeout',
  peanut_butter: 'jar',
  personal_care: 'tube',
  pills: 'bottle',
  plant_milk: 'carton',
  poultry: 'tray',
  powdered_milk: 'can',
  prepared_meals: 'tray',
  produce: 'produce',
  protein: 'jar',
  protein_drinks: 'bottle',
  raw_cow_milk: 'bottle',
  salad: 'tray',
  sandwiches: 'takeout',
  seafood: 'tray',
  shakes: 'cup',
  smoothies: 'cup',
  snacks: 'pouch',
  soap: 'bottle',
  sodas: 'can',
  sugar: 'pouch',
  supplements: 'bottle',
  tap_water: 'bottle',
  tea: 'cup',
  vegetables: 'produce',
  vitamins: 'bottle',
  water: 'bottle',
  whole_milk: 'bottle',
  yogurt: 'cup',
};

/** Kinds of products that were funded here are the catalogue's own. */
const ofKinds = new Map(
  Object.entries(tileShapes).map(([category, shape]) => [categoryTag(category), shape]),
);

/** The container drawn for a tested product without a photo, by its name and what it is. */
export function reportShape({
  name,
  category,
}: {
  name: string;
  category: string | null;
}): TileShape {
  return shapeOfName(name) ?? ofTags[category ?? ''] ?? ofKinds.get(category) ?? 'box';
}
