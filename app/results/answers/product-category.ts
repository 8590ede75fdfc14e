import { searchable } from '#app/kit/text.ts';

/**
 * Tags that say how, where, when or for whom, not what: the names of places, packings, decades and
 * preparations that PlasticList put among its tags.
 */
const circumstances: ReadonlySet<string> = new Set(
  Object.values({
    makes: ['organic', 'lactose_free', 'non_fat', 'purified', 'filtered', 'unfiltered'],
    sources: ['groceries', 'farm', 'restaurant_food', 'eat_in', 'takeout', 'military_rations'],
    sourcesOf: ['beef_from_farm', 'beef_from_store', 'cow_milk_from_farm', 'cow_milk_from_store'],
    places: ['palo_alto', 'sf_dogpatch', 'sf_ferry', 'sf_hayes', 'sf_marina'],
    packings: ['glass', 'plastic', 'carton'],
    heated: ['microwaved', '0_sec', '30_sec', '1hr_hot_car', 'no_hot_car'],
    decades: ['vintage', '1920s', '1940s', '1950s', '1960s', '1970s', 'modern'],
    forms: ['tablet', 'cold_tablet', 'pills', 'coated', 'uncoated'],
    eaters: ['baby', 'food'],
  }).flat(),
);

/** Tags so wide that a narrower one beside them says better what a product is. */
const wideTags: readonly string[] = [
  'fast_food',
  'beverages',
  'water',
  'prepared_meals',
  'snacks',
  'dry_goods',
  'baby_food',
  'meat',
  'chicken',
  'dairy',
  'milk',
  'produce',
  'personal_care',
  'health',
];

/**
 * What a tested product is compared within: the first of its tags that says narrowly what it is,
 * such as `burgers` of `fast_food, burgers` or `tap_water` of `water, filtered, tap_water`; else
 * the first wide one; null where no tag says what it is. A tag nobody knows here is a narrow one.
 */
export function productCategoryOf(tags: readonly string[]): string | null {
  const kinds = tags.filter((tag) => !circumstances.has(tag));
  return kinds.find((tag) => !wideTags.includes(tag)) ?? kinds[0] ?? null;
}

/** Whether it was made decades ago: it can be looked at beside others, but not bought. */
export function isVintage(tags: readonly string[]): boolean {
  return tags.includes('vintage');
}

/** Tags of things that are tested beside food. */
const notFood: readonly string[] = [
  'receipts',
  'personal_care',
  'household',
  'pet_food',
  'baby_care',
];

/** Whether it is not food, so that "one serving a day" is no intake. */
export function isNotFood(tags: readonly string[]): boolean {
  return tags.some((tag) => notFood.includes(tag));
}

/**
 * What a product is to a baby: all that it lives on (breast milk, and formula that says “infant” in its
 * name), or food beside that; null of what is not for babies, as formula for later is not.
 */
export function babyFoodOf({ tags, name }: { tags: readonly string[]; name: string }) {
  const isFormula = tags.includes('formula');
  if (tags.includes('breast_milk') || (isFormula && /\binfant\b/i.test(name))) return 'whole';
  return tags.includes('baby_food') && !isFormula ? 'part' : null;
}

const needed = ['baby', 'baby_food', 'formula', 'breast_milk', 'medications'];

/** Whether nobody should leave it off because of a report: a baby’s or a patient’s. */
export function isNeeded(tags: readonly string[]): boolean {
  return needed.some((tag) => tags.includes(tag));
}

/** Tags of what people neither take in nor can buy today. */
export const alsoTestedTags: readonly string[] = [...notFood, 'vintage'];

/** Key of their group, as an address says it. */
export const ALSO_TESTED = 'also-tested';

/** Whether it stands apart, under “Also tested” (decision 0073). */
export function isAlsoTested(tags: readonly string[]): boolean {
  return tags.some((tag) => alsoTestedTags.includes(tag));
}

/** A category as a page writes it: `baby_food` becomes `baby food`. */
export function categoryText(category: string): string {
  return category.replaceAll('_', ' ');
}

/** `Personal Care` as a tag is `personal_care`; null where nobody knows the category. */
export function categoryTag(category: string): string | null {
  const tag = searchable(category).replaceAll(/\s+/g, '_');
  return tag === '' || tag === 'unknown' ? null : tag;
}

/** Tested products are listed by name alone, so the name has to say the brand. */
export function withBrand(name: string, brand: string | null): string {
  const isSaid = brand === null || searchable(name).includes(searchable(brand));
  return isSaid ? name : `${brand} ${name}`;
}

/** The tags of a product; where its samples have none, what the catalogue says it is stands in. */
export function tagsWithKind(tags: string[], kind: string | null | undefined): string[] {
  return tags.length === 0 && kind ? [kind] : tags;
}
