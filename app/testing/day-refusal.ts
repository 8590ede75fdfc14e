import { dayOf } from './promise.ts';
import type { TestRefusal } from './refusals.ts';

const HOUR_MS = 3_600_000;

/**
 * What stands against a day, as `2026-11-21`: it is to come anywhere on earth, it lies before the
 * money was there or the test was registered, or out of order with the steps before and after.
 */
export function dayRefusal(
  day: string,
  around: { now: Date; fundedAt?: Date; registeredAt?: Date; before?: string; after?: string },
): TestRefusal | undefined {
  const { now, fundedAt, registeredAt, before, after } = around;
  if (day > latestDay(now)) return 'in_future';
  if (fundedAt && day < earliestDay(fundedAt)) return 'before_funded';
  if (registeredAt && day < earliestDay(registeredAt)) return 'before_registered';
  if (before && day < before) return 'before_last';
  if (after && day > after) return 'after_next';
  return undefined;
}

/** The day that it was at a moment where days begin last. */
function earliestDay(moment: Date): string {
  return dayOf(new Date(moment.getTime() - 12 * HOUR_MS));
}

/** The day that it is where days begin first. */
export function latestDay(now: Date): string {
  return dayOf(new Date(now.getTime() + 14 * HOUR_MS));
}
