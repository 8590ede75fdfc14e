import type { Contribution } from './contribution-schema.ts';
import { dollarsFromCents } from '#app/kit/money.ts';

/** What a match added, as the list and the receipt state it. */
export function matchShown(
  matched: { cents: number; sponsorName: string | null } | undefined,
): Contribution['matched'] {
  return matched ? { amount: dollarsFromCents(matched.cents), by: matched.sponsorName } : null;
}
