import type { Product } from '#app/catalogue/product-schema.ts';
import { counted, listed } from '#app/kit/text.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** What an issue of the digest tells of, by ids: what is told stands in the pages' own records. */
export type DigestItem =
  /** A publication of results; `isFirst` where none was told of before. */
  | { kind: 'results'; originalId: number; number: number; isFirst: boolean }
  | { kind: 'goal'; productId: number };

/** What was tested, as lists state it; for metals with its sentence, and that in few words. */
export type NewsRow =
  | RiskLevelRow
  | (Pick<RiskLevelRow, 'product_id' | 'name' | 'sentence'> & { panel: 'metals'; brief: string });

/** The same as it is read, from what the pages show at this moment. */
export interface DigestNews {
  results: { row: NewsRow; url: string }[];
  /** Results that were published before and are other ones now, each with the reason given. */
  corrections: { row: NewsRow; reason: string; url: string }[];
  goals: { product: Product; url: string }[];
}

/** Whether it tells of nothing. */
export function isEmpty({ results, corrections, goals }: DigestNews): boolean {
  return results.length + corrections.length + goals.length === 0;
}

/** What it tells of in few words: "2 new results, 1 correction and 1 goal reached". */
export function digestWords({ results, corrections, goals }: DigestNews): string {
  const parts: [number, string, string][] = [
    [results.length, 'new result', 'new results'],
    [corrections.length, 'correction', 'corrections'],
    [goals.length, 'goal reached', 'goals reached'],
  ];
  return listed(parts.filter(([count]) => count > 0).map((part) => counted(...part)));
}

/** The name of one item: two publications of a product are two, a goal is reached once. */
export function itemKey(item: DigestItem): string {
  return item.kind === 'goal'
    ? `goal ${item.productId}`
    : `results ${item.originalId}.${item.number}`;
}
