import { whyNotCompared } from '#app/catalogue/comparable.ts';
import { kindNamed, kindOf } from '#app/catalogue/kinds.ts';
import { newestToFund } from '#app/catalogue/search/find-to-fund.server.ts';
import { notChosenKinds, tapWaterKinds } from '#db/data/comparable.ts';
import { allTested, itemOfTested } from '#app/results/read/risk-levels.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { byFamily } from '#app/toxicology/families.ts';
import { lowerThan } from './lower-than.ts';
import { pageOrder } from './rank-kind.ts';
import { contendersOf, rankedKind, spreadsOf } from './ranked-kind.server.ts';
import { whyApart } from './standings.ts';
import { present } from '#app/kit/assert.ts';

/** Looks for what there is beside a tested product, of its kind. Null where it has no kind. */
export async function findSameKind({ risk }: TestedReport) {
  const { product_id: id, name, not_food: isNotFood } = risk;
  const found = (await allTested()).find(({ originalId }) => originalId === id);
  const kind = kindOf(found ? itemOfTested(found) : id);
  if (!kind) return null;
  const isChoice = !isNotFood && !notChosenKinds.includes(kind.key);
  const tested = isChoice && found;
  const others = pageOrder(await rankedKind(kind)).filter((one) => one.id !== id);
  const compared = others.filter((one) => whyNotCompared(id, one.id) === null);
  const own = tested ? { id, name, spreads: spreadsOf(tested), isOver: false } : null;
  const apart = isNotFood ? [] : whyApart({ id }, others);
  return {
    kind: { key: kind.key, name: kind.name },
    /** By family one that is lower in it; null where there is none, or nobody chooses. */
    lower: own ? lowerThan(own, compared) : byFamily(() => null),
    /** How many others of the kind one may choose, and it can be compared with. */
    compared: own ? compared.length : 0,
    /** Why it is not compared with some, in sentences; or null. */
    apart: apart.length > 0 ? apart.join(' ') : null,
    /** Of what tap water may be had in place of; null else. */
    tapWater: tapWaterKinds.includes(kind.key) ? await tapWaterFigures() : null,
    /** The newest of the kind that can be funded. */
    toFund: await newestToFund(kind.products),
  };
}

/** What a report says of the other products of its kind. */
export type SameKind = NonNullable<Awaited<ReturnType<typeof findSameKind>>>;

/** What was seen in tap water: by family in how many, whether something else that counts nothing was, and at most, in percent for a child. */
export type TapWater = NonNullable<Awaited<ReturnType<typeof tapWaterFigures>>>;

async function tapWaterFigures() {
  const waters = await contendersOf(present(kindNamed('tap-water'), 'the kind of tap water'));
  if (waters.length === 0) return null;
  return {
    tested: waters.length,
    families: byFamily((family) => {
      const seen = waters.flatMap(({ spreads }) => spreads[family] ?? []);
      return {
        isBeside: seen.some(({ isBeside }) => isBeside),
        found: seen.filter(({ lower }) => lower > 0).length,
        most: Math.max(0, ...seen.map(({ upper }) => upper)),
      };
    }),
  };
}
