import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import type { Assessment } from '#app/results/answers/assess.ts';
import { eaterOf, type Eater } from '#app/results/answers/eater.ts';
import { isVintage } from '#app/results/answers/product-category.ts';
import type { SeenSpreads } from '#app/results/answers/report-cards.ts';
import {
  allTested,
  itemOfTested,
  ownAssessment,
  riskLevelRow,
  type TestedRow,
} from '#app/results/read/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { byFamily, families } from '#app/toxicology/families.ts';
import { rankKind, type RankedKind } from './rank-kind.ts';
import type { Contender } from './standings.ts';

/** A tested product of a kind, with its row of the list. */
export interface TestedContender extends Contender {
  row: RiskLevelRow;
  /** What it comes to for whoever it is for. */
  own: Assessment;
  /** Whom its report opens with. */
  eater: Eater;
}

/** The tested products of a kind, ranked, without what was made decades ago. */
export async function rankedKind(kind: Kind): Promise<RankedKind<TestedContender>> {
  return rankKind(await contendersOf(kind));
}

/** The same in no order. */
export async function contendersOf(kind: Kind): Promise<TestedContender[]> {
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
