import type { Family } from '#app/toxicology/families.ts';
import { boundsOfRow, isSurelyLower, lowerFamilies } from '#app/results/surely-lower.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** A tested product beside the others of its kind. */
export interface Placed {
  row: RiskLevelRow;
  /** Than how many it is surely lower, and in what; and how many are surely lower than it, and in what. */
  lowerThan: number;
  lowerIn: Family[];
  higherThan: number;
  higherIn: Family[];
}

/** A kind's tested products in the order in which a page names them. */
export interface RankedKind {
  /** Surely lower than some, and none is surely lower than they: the lowest of most first. */
  lower: Placed[];
  /** Neither surely lower nor surely higher than any. */
  alike: Placed[];
  /** Some is surely lower than they. */
  higher: Placed[];
}

/** Ranks by bounds alone (decision 0152); equals by number. */
export function rankKind(rows: readonly RiskLevelRow[]): RankedKind {
  const bounded = rows.map((row) => ({ row, bounds: boundsOfRow(row) }));
  const placed = bounded
    .map(({ row, bounds }) => {
      const beaten = bounded.filter((other) => isSurelyLower(bounds, other.bounds));
      const beating = bounded.filter((other) => isSurelyLower(other.bounds, bounds));
      return {
        row,
        lowerThan: beaten.length,
        lowerIn: [...new Set(beaten.flatMap((other) => lowerFamilies(bounds, other.bounds)))],
        higherThan: beating.length,
        higherIn: [...new Set(beating.flatMap((other) => lowerFamilies(other.bounds, bounds)))],
      };
    })
    .toSorted(
      (a, b) =>
        a.higherThan - b.higherThan ||
        b.lowerThan - a.lowerThan ||
        a.row.product_id - b.row.product_id,
    );
  return {
    lower: placed.filter(({ lowerThan, higherThan }) => lowerThan > 0 && higherThan === 0),
    alike: placed.filter(({ lowerThan, higherThan }) => lowerThan === 0 && higherThan === 0),
    higher: placed.filter(({ higherThan }) => higherThan > 0),
  };
}
