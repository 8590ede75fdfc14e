import { groups, groupsOf } from '#app/catalogue/groups.ts';
import { allTested } from '#app/results/charts/all-tested.server.ts';

/** A group of products and how many tested ones it has. */
export interface GroupCount {
  key: string;
  name: string;
  count: number;
}

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
