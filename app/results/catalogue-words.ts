import { searchable } from '#app/kit/text.ts';

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
