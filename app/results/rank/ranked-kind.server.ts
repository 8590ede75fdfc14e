import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import { isVintage } from '#app/results/answers/product-category.ts';
import type { SeenSpreads } from '#app/results/answers/report-cards.ts';
import {
  allTested,
  itemOfTested,
  ownAssessment,
  riskLevelRow,
  type TestedRow,
} from '#app/results/read/risk-levels.server.ts';
import { byFamily, families } from '#app/toxicology/families.ts';
import { rankKind } from './rank-kind.ts';

/** A tested product of a kind, with its row of the list, and `eater`, whom its report opens with. */
export type TestedContender = Awaited<ReturnType<typeof contendersOf>>[number];

/** The tested products of a kind, ranked, without what was made decades ago. */
export async function rankedKind(kind: Kind) {
  return rankKind(await contendersOf(kind));
}

/** The same in no order. */
export async function contendersOf(kind: Kind) {
  return (await allTested())
    .filter((row) => kindOf(itemOfTested(row)) === kind && !isVintage(row.tags))
    .map((tested) => {
      const { originalId: id, name } = tested;
      const own = ownAssessment(tested);
      const isOver = families.some(({ key }) => (own[key].lower_percent ?? 0) > 100);
      const [spreads, row] = [spreadsOf(tested), riskLevelRow(tested)];
      return { id, name, isOver, spreads, row, own, eater: eaterOf(tested) };
    });
}

/** The spreads of a tested product, for a child and EFSA's limits. */
export function spreadsOf({ assessments: { child } }: TestedRow): SeenSpreads {
  return byFamily((family) => {
    const { spread } = child[family];
    return spread && { ...spread, upper: spread.upper ?? Infinity, most: spread.most ?? Infinity };
  });
}
