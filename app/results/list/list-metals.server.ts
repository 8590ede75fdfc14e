import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { testedIds } from '#app/results/search/find-tested.server.ts';
import type { MetalSort } from './metals-list.tsx';

/** The tests for metals that have results, the last published first, or by name; a search forgives slips. */
export async function listMetals(search = '', sort?: MetalSort) {
  const ids = search.trim() ? await testedIds(search, 'metals') : undefined;
  return (await metalResults(ids)).toSorted(
    (a, b) =>
      (sort === 'name' ? 0 : b.publishedAt.localeCompare(a.publishedAt)) ||
      a.name.localeCompare(b.name, 'en-US') ||
      a.id - b.id,
  );
}
