import { groupsOf } from '#app/catalogue/group-tags.ts';
import { groups } from '#app/catalogue/groups.ts';
import { ALSO_TESTED_NAME } from '#app/results/messages.ts';
import { allTested } from '#app/results/read/risk-levels.server.ts';
import { ALSO_TESTED, isAlsoTested } from '#app/results/answers/product-category.ts';

/** How the tested products are grouped, counted from all that there are. */
export async function testedGroups() {
  const all = await allTested();
  const found = all.flatMap(({ tags }) => groupsOf({ tags }));
  /** Numbers of the products that stand apart (decision 0073). */
  const alsoTested = all.filter(({ tags }) => isAlsoTested(tags)).map((row) => row.originalId);
  /** Those that have any, in the order of the chips. */
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
