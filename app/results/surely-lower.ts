import { byFamily, families, type Family } from '#app/toxicology/families.ts';
import type { ReportTile } from './report-cards.ts';
import type { RiskLevelRow } from './tested-schema.ts';

/** Bounds in percent of the limit by family, Infinity where the upper one is open; null where not rated. */
type FamilyBounds = Readonly<Record<Family, { lower: number; upper: number } | null>>;

/** Of a row of the list: a child, EFSA's limits. */
export function boundsOfRow(row: RiskLevelRow): FamilyBounds {
  return byFamily((family) => {
    const lower = row[`${family}_lower_percent`];
    const isRated = rated.has(row[`${family}_risk`]) && lower !== null;
    return isRated ? { lower, upper: row[`${family}_upper_percent`] ?? Infinity } : null;
  });
}

/** Of a card. */
export function boundsOfTiles(tiles: readonly ReportTile[]): FamilyBounds {
  return byFamily((family) => {
    const tile = tiles.find((one) => one.family === family);
    if (!tile?.percent || !rated.has(tile.level)) return null;
    const { lower, upper, upperOpen } = tile.percent;
    return { lower, upper: upperOpen ? Infinity : upper };
  });
}

const rated: ReadonlySet<string> = new Set(['Low', 'Medium', 'High']);

/** The families in which one has less at most than the other has at least. */
export function lowerFamilies(one: FamilyBounds, other: FamilyBounds): Family[] {
  return families
    .map(({ key }) => key)
    .filter((family) => (one[family]?.upper ?? Infinity) < (other[family]?.lower ?? 0));
}

/** Whether one is lower in some family, whatever the tests could not see, and surely higher in none. */
export function isSurelyLower(one: FamilyBounds, other: FamilyBounds): boolean {
  return lowerFamilies(one, other).length > 0 && lowerFamilies(other, one).length === 0;
}
