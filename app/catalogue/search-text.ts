import { searchable } from '#app/kit/text.ts';

/** What a search of the catalogue looks through: name and brand, kept apart by a newline. */
export function searchText(name: string, brand: string | null): string {
  return `${searchable(name)}\n${searchable(brand ?? '')}`;
}
