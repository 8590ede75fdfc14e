import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { eaterOf, type Eater } from '#app/results/eater.ts';
import { isVintage } from '#app/results/product-category.ts';
import { reportTiles } from '#app/results/report-cards.ts';
import { allTested, riskLevelRow } from '#app/results/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { defaultViewpoint } from '#app/results/viewpoint.ts';
import { families } from '#app/toxicology/families.ts';
import { rankKind, type RankedKind } from './rank-kind.ts';
import { spreadsOfTiles, type Contender, type SeenSpreads } from './standings.ts';

/** A tested product of a kind, with its row of the list. */
export interface TestedContender extends Contender {
  row: RiskLevelRow;
  /** Whom its report opens with. */
  eater: Eater;
}

/** The tested products of a kind, ranked, without what was made decades ago. */
export async function rankedKind(kind: Kind): Promise<RankedKind<TestedContender>> {
  return rankKind(await contendersOf(kind));
}

/** The same in no order. */
export async function contendersOf(kind: Kind): Promise<TestedContender[]> {
  const [all, spreads] = await Promise.all([allTested(), allSpreads()]);
  return all
    .filter(({ originalId, tags }) => kindOf(originalId) === kind && !isVintage(tags))
    .flatMap((tested) => {
      const { originalId: id, name } = tested;
      const row = riskLevelRow(tested);
      const own = spreads[id];
      const isOver = families.some(({ key }) => (row.eater[key].lower_percent ?? 0) > 100);
      // Published between the two reads, it has none yet.
      return own ? { id, name, isOver, spreads: own, row, eater: eaterOf(tested) } : [];
    });
}

/**
 * The spreads of every tested product by its number, for a child and EFSA's limits. Worked out once for
 * a version of what is published. Not to be changed.
 */
export async function allSpreads(): Promise<Readonly<Record<number, SeenSpreads>>> {
  return cached(`all spreads ${await contentVersion()}`, 3_600, async () =>
    Object.fromEntries(
      (await allTested()).map(({ originalId, servingSizeG, samples }) => [
        originalId,
        spreadsOfTiles(reportTiles(originalId, servingSizeG, samples, defaultViewpoint)),
      ]),
    ),
  );
}
