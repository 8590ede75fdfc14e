import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import { findToFund } from '#app/catalogue/search/find-to-fund.server.ts';

/**
 * Products that can be funded and that words of their name or brand find, in the list's order, five at
 * most, with how many there are; where none is so called, those that slips of the keyboard may mean.
 */
export async function findOpen(typed: string): Promise<{ ids: number[]; total: number }> {
  const exact = await listProducts({ search: typed, funding: 'open' });
  const { items, total } = exact.total > 0 ? exact : await findToFund(typed);
  return { ids: items.map(({ id }) => id), total };
}
