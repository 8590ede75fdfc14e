import { dayText } from '#app/kit/day-text.ts';

/** The sentences that are read of a product's test. Days as `2026-11-21`, lengths in words. */

export const GOAL_REACHED = 'Goal reached';
export const TESTING_BEGUN = 'First sample bought';
export const SAMPLES_TO_BUY = 'Samples to be bought';
export const RESULTS_PUBLISHED = 'Results published';
export const RESULTS_DUE = 'Results, at the latest';
export const RESULTS_WERE_DUE = 'Results were due';

export function dueFrom(day: string): string {
  return `expected from ${day} on`;
}

export function corrected(reason: string): string {
  return `corrected: ${reason}`;
}

export function resultsPromised(from: string, by: string, within: string): string {
  return `We promised results ${within} after the first sample was bought: between ${dayText(from)} and ${dayText(by)}.`;
}

/** Before the first sample is bought. */
export function nextIsPurchase(within: string): string {
  return `Next, the first sample is bought. We promise results ${within} after that.`;
}

export function resultsLate(length: string, by: string): string {
  return `The results are late. We promised them by ${dayText(by)}, which was ${length} ago.`;
}

export function endedWithout(day: string): string {
  return `The test was ended on ${dayText(day)}. Results are no longer promised, and the product takes no more money.`;
}

export function publishedLate(length: string, by: string): string {
  return `The results came ${length} late. We had promised them by ${dayText(by)}.`;
}

export function publishedInTime(by: string): string {
  return `The results came on time. We had promised them by ${dayText(by)}.`;
}

export const PASSED_ON = 'Passed on to the reserve for tests that cost more';
export const FROM_RESERVE = 'From the reserve of tests that cost less';
export const MOVED_HERE = 'Moved here by contributors from other products';
export const FROM_PROJECT = 'From the project’s own money';

export function booksClosed(day: string, isStill: boolean): string {
  return isStill
    ? `books closed on ${dayText(day)}`
    : `books closed on ${dayText(day)}, changed since`;
}
