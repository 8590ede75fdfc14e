import { groups, groupsOf } from '#app/catalogue/groups.ts';
import type { GroupCount } from '#app/catalogue/list/category-chips.tsx';
import { allTested } from '#app/results/charts/all-tested.server.ts';

/** The groups that have tested products, in the order of the chips. */
export async function groupCounts(): Promise<GroupCount[]> {
  const found = (await allTested()).flatMap(({ tags }) => groupsOf({ tags }));
  return groups
    .map((group) => ({
      key: group.key,
      name: group.name,
      count: found.filter((one) => one === group).length,
    }))
    .filter(({ count }) => count > 0);
}
