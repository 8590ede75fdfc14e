import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { allTested, type TestedRow } from './all-tested.server.ts';
import { placesOf, type FamilyPlace, type Ranked, type RankedFigure } from './place.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { isLimitInReach } from '#app/results/row-text.ts';

/**
 * The place of a tested product, `93` or `0093`, among all tested products and within its category:
 * those that were funded here are among them from when their results are published. The figures are
 * the stored ones: a child, EFSA's limits. Null where there is no such product.
 */
export async function findPlaces(product: string): Promise<FamilyPlace[] | null> {
  const id = originalIdOf(product);
  if (id === undefined) return null;
  const rows = await allTested();
  return placesOf(id, ranked(rows));
}

/** Worked out once for as long as the rows are the same. */
const rankedOf = new WeakMap<readonly TestedRow[], Ranked[]>();

function ranked(rows: readonly TestedRow[]): Ranked[] {
  const known = rankedOf.get(rows);
  if (known) return known;
  const made = rows.map(rankedProduct);
  rankedOf.set(rows, made);
  return made;
}

function rankedProduct(row: TestedRow): Ranked {
  return {
    originalId: row.originalId,
    tags: row.tags,
    families: {
      phthalates: figure({
        risk: row.phthalatesRisk,
        percent: row.phthalatesTdiPercent,
        lower: row.phthalatesLowerPercent,
        upper: row.phthalatesUpperPercent,
        isUnseen: row.phthalatesLimitUnseen,
      }),
      bisphenols: figure({
        risk: row.bisphenolsRisk,
        percent: row.bisphenolsTdiPercent,
        lower: row.bisphenolsLowerPercent,
        upper: row.bisphenolsUpperPercent,
        isUnseen: row.bisphenolsLimitUnseen,
      }),
      substitutes: figure({
        risk: row.substitutesRisk,
        percent: row.substitutesTdiPercent,
        lower: row.substitutesLowerPercent,
        upper: row.substitutesUpperPercent,
        isUnseen: row.substitutesLimitUnseen,
      }),
    },
  };
}

interface StoredFigure {
  risk: string;
  percent: number | null;
  lower: number | null;
  upper: number | null;
  isUnseen: boolean;
}

function figure({ risk, percent, lower, upper, isUnseen }: StoredFigure): RankedFigure {
  const isOpen = upper === null && percent !== null && percent > 0 && lower === percent;
  const unseen = isLimitInReach(percent, upper) ? 'limit' : 'level';
  return { level: risk as RiskLevel, percent, isOpen, unseen: isUnseen ? unseen : null };
}
