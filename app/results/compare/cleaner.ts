import { rowAnswer } from '#app/results/answer.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { boundsOfRow, boundsOfTiles, isSurelyLower } from '#app/results/surely-lower.ts';

/** Another tested product of the kind that is surely cleaner, and in what. */
export interface Cleaner {
  product: RiskLevelRow;
  /** The family in which the product of the report is worst. */
  family: Family;
  /** Percent of the TDI, a child weighing 14 kg: this other product at most, the report's at least. */
  upperPercent: number;
  againstPercent: number;
}

/** As many as a report offers. */
const MOST = 3;

/**
 * The products of `others` that are surely cleaner than the one whose card this is, the lowest
 * upper bound first (decision 0024). `tiles` are the card of a child weighing 14 kg, as the rows are.
 *
 * Cleaner is what in the family where the card's estimate is highest is of a lower level even at
 * its upper bound than the card is at its lower one; and what in no other rated family of the card
 * is surely higher, or has a higher level, no rating, or a blind spot that the card has not.
 */
export function cleanerThan(
  tiles: readonly ReportTile[],
  others: readonly RiskLevelRow[],
): Cleaner[] {
  const worst = worstOf(tiles);
  if (!worst?.percent) return [];
  const { family } = worst;
  const againstPercent = worst.percent.lower;
  const own = boundsOfTiles(tiles);
  return others
    .flatMap((product) => {
      const upperPercent = seenUpper(product, family);
      const isCleaner =
        upperPercent !== null && rank[riskLevel(upperPercent)] < rank[riskLevel(againstPercent)];
      const isNoWorse =
        tiles.every((tile) => tile === worst || isWithin(product, tile)) &&
        isSurelyLower(boundsOfRow(product), own);
      return isCleaner && isNoWorse ? [{ product, family, upperPercent, againstPercent }] : [];
    })
    .toSorted((a, b) => a.upperPercent - b.upperPercent || byNumber(a.product, b.product))
    .slice(0, MOST);
}

/** Where the test of a product can't tell: said beside it, whatever it is offered for. */
export function unsureFamilies(product: RiskLevelRow): Family[] {
  return families
    .map(({ key }) => key)
    .filter((family) => rowAnswer(product, family).could !== null);
}

/** The rated family with the highest estimate; undefined where nothing is rated. */
function worstOf(tiles: readonly ReportTile[]): ReportTile | undefined {
  return tiles
    .filter(({ level }) => level in rank)
    .toSorted((a, b) => (b.percent?.estimate ?? 0) - (a.percent?.estimate ?? 0))[0];
}

/** The upper bound in percent; null where there is none, or where the limit lay in the dark. */
function seenUpper(product: RiskLevelRow, family: Family): number | null {
  const isSeen = product[`${family}_risk`] in rank && !product[`${family}_limit_unseen`];
  return isSeen ? product[`${family}_upper_percent`] : null;
}

/** Whether a product is not worse than a tile, as far as its test can tell. */
function isWithin(product: RiskLevelRow, { family, level, couldNotSeeLimit }: ReportTile): boolean {
  const other = product[`${family}_risk`];
  if (!(level in rank)) return true;
  if (!(other in rank) || rank[other as Rated] > rank[level as Rated]) return false;
  return couldNotSeeLimit || !product[`${family}_limit_unseen`];
}

const rank = { Low: 0, Medium: 1, High: 2 } as const;
type Rated = keyof typeof rank;

function byNumber(a: RiskLevelRow, b: RiskLevelRow): number {
  return a.product_id - b.product_id;
}
