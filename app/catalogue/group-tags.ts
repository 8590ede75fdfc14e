import { groups, type Group } from './groups.ts';

/**
 * Tags of tested products, any of which makes a product one of a group, by the group's key; apart, as
 * what browsers are sent needs none.
 */
const TAGS: Readonly<Record<string, readonly string[]>> = {
  baby: ['baby', 'baby_food', 'formula', 'breast_milk', 'baby_care'],
  dairy: ['dairy', 'cow_milk', 'cheese', 'yogurt', 'ice_cream', 'dairy_alternatives'],
  drinks: ['beverages', 'tea', 'coffee', 'sodas', 'smoothies', 'shakes', 'alcoholic'],
  'fast-food': ['fast_food'],
  water: ['water', 'tap_water', 'bottled_water'],
  meals: ['prepared_meals', 'salad', 'restaurant_food'],
  'meat-fish': ['meat', 'beef', 'chicken', 'poultry', 'seafood', 'meat_substitutes'],
  produce: ['produce', 'fruits', 'vegetables'],
  snacks: ['snacks', 'candy', 'chocolate', 'cracker', 'ice_cream'],
  pantry: ['bread', 'cereals', 'dry_goods', 'peanut_butter', 'gelatin'],
  supplements: ['supplements', 'medications', 'vitamins'],
  'body-home': ['personal_care', 'household', 'pet_food'],
};

/** The tags of a group. */
export function groupTags({ key }: Group): readonly string[] {
  return TAGS[key] ?? [];
}

/** The groups of a product, by its tags or by its category. */
export function groupsOf(of: { tags?: readonly string[]; category?: string | null }): Group[] {
  return groups.filter(
    (group) =>
      of.tags?.some((tag) => groupTags(group).includes(tag)) ||
      (of.category != null && group.categories.includes(of.category)),
  );
}
