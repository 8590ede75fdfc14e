import { listed, ordinal } from '#app/kit/text.ts';

/** Samples of one product that a monthly gift completed. */
export interface MonthlyStep {
  product: { id: number; name: string };
  /** By their places, from 1. */
  samples: number[];
  /** How many the product has: the last is its goal. */
  levels: number;
  /** The pool in which it did. */
  pool: string | null;
  /** The booking by which it did. */
  source: string;
  /** When the months were paid that were in it, the earliest first: one, but for those of a pool. */
  paidAt: Date[];
}

/** "Your March gift completed the second sample of Oat Drink." */
export function stepText({ product, samples, levels, pool, paidAt }: MonthlyStep): string {
  const names = paidAt.map((at) =>
    at.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
  );
  const months = [...new Set(names)];
  const gift = `${listed(months)} ${paidAt.length === 1 ? 'gift' : 'gifts'}`;
  const what = `${listed(samples.map(ordinal))} ${samples.length === 1 ? 'sample' : 'samples'}`;
  const goal = samples.includes(levels) ? ', and with it the goal' : '';
  const who = pool ? `The ${pool}, with your ${gift} in it,` : `Your ${gift}`;
  return `${who} completed the ${what} of ${product.name}${goal}.`;
}
