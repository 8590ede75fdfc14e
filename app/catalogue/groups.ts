/** What people look for in a store, of which a tag of a tested product or a category is a part. */
interface Group {
  /** As an address says it. */
  key: string;
  name: string;
  /** Tags of tested products, any of which makes a product one of the group. */
  tags: readonly string[];
  /** Categories of products that can be funded. */
  categories: readonly string[];
}

/** In the order of the chips. What is in two of them is found in both. */
export const groups: readonly Group[] = [
  {
    key: 'baby',
    name: 'Baby',
    tags: ['baby', 'baby_food', 'formula', 'breast_milk', 'baby_care'],
    categories: ['Baby Food', 'Baby Care'],
  },
  {
    key: 'dairy',
    name: 'Dairy',
    tags: ['dairy', 'cow_milk', 'cheese', 'yogurt', 'ice_cream', 'dairy_alternatives'],
    categories: ['Dairy', 'Plant-Based'],
  },
  {
    key: 'drinks',
    name: 'Drinks',
    tags: ['beverages', 'tea', 'coffee', 'sodas', 'smoothies', 'shakes', 'alcoholic'],
    categories: ['Beverages'],
  },
  {
    key: 'fast-food',
    name: 'Fast food',
    tags: ['fast_food'],
    categories: ['Fast Casual', 'Fast Food'],
  },
  { key: 'water', name: 'Water', tags: ['water', 'tap_water', 'bottled_water'], categories: [] },
  {
    key: 'meals',
    name: 'Meals',
    tags: ['prepared_meals', 'salad', 'restaurant_food'],
    categories: ['Frozen', 'Canned Goods'],
  },
  {
    key: 'meat-fish',
    name: 'Meat and fish',
    tags: ['meat', 'beef', 'chicken', 'poultry', 'seafood', 'meat_substitutes'],
    categories: ['Meat & Fish'],
  },
  {
    key: 'produce',
    name: 'Produce',
    tags: ['produce', 'fruits', 'vegetables'],
    categories: ['Produce'],
  },
  {
    key: 'snacks',
    name: 'Snacks and sweets',
    tags: ['snacks', 'candy', 'chocolate', 'cracker', 'ice_cream'],
    categories: ['Snacks'],
  },
  {
    key: 'pantry',
    name: 'Bread and pantry',
    tags: ['bread', 'cereals', 'dry_goods', 'peanut_butter', 'gelatin'],
    categories: ['Bakery', 'Breakfast', 'Pantry', 'Pasta & Grains', 'Condiments'],
  },
  {
    key: 'supplements',
    name: 'Supplements and medicine',
    tags: ['supplements', 'medications', 'vitamins'],
    categories: ['Health'],
  },
  {
    key: 'body-home',
    name: 'Body and home',
    tags: ['personal_care', 'household', 'pet_food'],
    categories: ['Personal Care', 'Household', 'Pet Food'],
  },
];

/** The group that an address names; undefined where it names none. */
export function groupOf(key: string | null | undefined): Group | undefined {
  return groups.find((group) => group.key === key);
}

/** The groups of a product, by its tags or by its category. */
export function groupsOf(of: { tags?: readonly string[]; category?: string | null }): Group[] {
  return groups.filter(
    ({ tags, categories }) =>
      of.tags?.some((tag) => tags.includes(tag)) ||
      (of.category != null && categories.includes(of.category)),
  );
}
