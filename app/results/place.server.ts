import { db } from '#app/platform/db.server.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { testedProducts } from '#db/schema.ts';
import { placesOf, type FamilyPlace, type RankedFigure } from './place.ts';
import { originalIdOf } from './risk-level-row.ts';
import { isLimitInReach } from './row-text.ts';

/**
 * The place of a tested product, `93` or `0093`, among all tested products and within its category:
 * those that were funded here are among them from when their results are published. The figures are
 * the stored ones: a child, EFSA's limits. Null where there is no such product.
 */
export async function findPlaces(product: string): Promise<FamilyPlace[] | null> {
  const id = originalIdOf(product);
  if (id === undefined) return null;
  const rows = await db().select(columns).from(testedProducts);
  const ranked = rows.map(({ originalId: own, tags, ...row }) => ({
    originalId: own,
    tags,
    families: {
      phthalates: figure(row.phthalates),
      bisphenols: figure(row.bisphenols),
      substitutes: figure(row.substitutes),
    },
  }));
  return placesOf(id, ranked);
}

const { originalId, tags } = testedProducts;
const columns = {
  originalId,
  tags,
  phthalates: {
    risk: testedProducts.phthalatesRisk,
    percent: testedProducts.phthalatesTdiPercent,
    lower: testedProducts.phthalatesLowerPercent,
    upper: testedProducts.phthalatesUpperPercent,
    isUnseen: testedProducts.phthalatesLimitUnseen,
  },
  bisphenols: {
    risk: testedProducts.bisphenolsRisk,
    percent: testedProducts.bisphenolsTdiPercent,
    lower: testedProducts.bisphenolsLowerPercent,
    upper: testedProducts.bisphenolsUpperPercent,
    isUnseen: testedProducts.bisphenolsLimitUnseen,
  },
  substitutes: {
    risk: testedProducts.substitutesRisk,
    percent: testedProducts.substitutesTdiPercent,
    lower: testedProducts.substitutesLowerPercent,
    upper: testedProducts.substitutesUpperPercent,
    isUnseen: testedProducts.substitutesLimitUnseen,
  },
};

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
