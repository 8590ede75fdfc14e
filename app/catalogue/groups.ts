/**
 * What people look for in a store, of which a category is a part, or a tag of a tested product
 * (`group-tags.ts`).
 */
export interface Group {
  /** As an address says it. */
  key: string;
  name: string;
  /** Categories of products that can be funded. */
  categories: readonly string[];
}

/** In the order of the chips. What is in two of them is found in both. */
export const groups: readonly Group[] = [
  { key: 'baby', name: 'Baby', categories: ['Baby Food', 'Baby Care'] },
  { key: 'dairy', name: 'Dairy', categories: ['Dairy', 'Plant-Based', 'Ice Cream'] },
  { key: 'drinks', name: 'Drinks', categories: ['Beverages'] },
  { key: 'fast-food', name: 'Fast food', categories: ['Fast Casual', 'Fast Food'] },
  { key: 'water', name: 'Water', categories: [] },
  { key: 'meals', name: 'Meals', categories: ['Frozen', 'Canned Goods'] },
  { key: 'meat-fish', name: 'Meat and fish', categories: ['Meat & Fish'] },
  { key: 'produce', name: 'Produce', categories: ['Produce'] },
  { key: 'snacks', name: 'Snacks and sweets', categories: ['Snacks', 'Ice Cream'] },
  {
    key: 'pantry',
    name: 'Bread and pantry',
    categories: ['Bakery', 'Breakfast', 'Pantry', 'Pasta & Grains', 'Condiments'],
  },
  { key: 'supplements', name: 'Supplements and medicine', categories: ['Health'] },
  {
    key: 'body-home',
    name: 'Body and home',
    categories: ['Personal Care', 'Household', 'Pet Food'],
  },
];

/** The group that an address names; undefined where it names none. */
export function groupOf(key: string | null | undefined): Group | undefined {
  return groups.find((group) => group.key === key);
}
