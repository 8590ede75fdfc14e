import type { GroupCount } from '#app/catalogue/list/category-chips.tsx';
import { groupsOf } from '#app/catalogue/group-tags.ts';
import { groups } from '#app/catalogue/groups.ts';
import { ALSO_TESTED_NAME } from '#app/results/messages.ts';
import { allTested } from '#app/results/read/risk-levels.server.ts';
import { ALSO_TESTED, isAlsoTested } from '#app/results/answers/product-category.ts';

/** Tested products by groups. */
interface TestedGroups {
  /** Those that have any, in the order of the chips. */
  counts: GroupCount[];
  /** Numbers of the products that stand apart (decision 0073). */
  alsoTested: number[];
}

/** How the tested products are grouped, counted from all that there are. */
export async function testedGroups(): Promise<TestedGroups> {
  const all = await allTested();
  const found = all.flatMap(({ tags }) => groupsOf({ tags }));
  const alsoTested = all.filter(({ tags }) => isAlsoTested(tags)).map((row) => row.originalId);
  const counts = [
    ...groups.map((group) => ({
      key: group.key,
      name: group.name,
      count: found.filter((one) => one === group).length,
    })),
    { key: ALSO_TESTED, name: ALSO_TESTED_NAME, count: alsoTested.length },
  ];
  return { counts: counts.filter(({ count }) => count > 0), alsoTested };
}
