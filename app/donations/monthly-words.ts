import { listed, ordinal } from '#app/kit/text.ts';

/** Samples of one product that a monthly gift completed. */
export interface MonthlyStep {
  product: { id: number; name: string };
  /** By their places, from 1. */
  samples: number[];
  /** How many the product has: the last is its goal. */
  levels: number;
  paidAt: Date;
}

/** "Your March gift completed the second sample of Oat Drink." */
export function stepText({ product, samples, levels, paidAt }: MonthlyStep): string {
  const month = paidAt.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const what = `${listed(samples.map(ordinal))} ${samples.length === 1 ? 'sample' : 'samples'}`;
  const goal = samples.includes(levels) ? ', and with it the goal' : '';
  return `Your ${month} gift completed the ${what} of ${product.name}${goal}.`;
}
