import type { Recurring } from '#sandbox/stripe/objects.ts';

const DAY_S = 86_400;

/**
 * The end, in seconds, of the period that begins at `startS`: the first moment after it of the
 * rhythm that began at `anchorS`. Months keep the anchor's day as far as they have it: from
 * 31 January it goes on at 28 February, then at 31 March.
 */
export function periodEndS(anchorS: number, startS: number, recurring: Recurring): number {
  const count = recurring.interval_count;
  switch (recurring.interval) {
    case 'day':
      return nextStepS(anchorS, startS, count * DAY_S);
    case 'week':
      return nextStepS(anchorS, startS, count * 7 * DAY_S);
    case 'month':
      return nextMonthS(anchorS, startS, count);
    case 'year':
      return nextMonthS(anchorS, startS, count * 12);
  }
}

/** As a person says it: "every month", "every 3 months". */
export function rhythm({ interval, interval_count: count }: Recurring): string {
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}

function nextStepS(anchorS: number, startS: number, stepS: number): number {
  return anchorS + (Math.floor((startS - anchorS) / stepS) + 1) * stepS;
}

function nextMonthS(anchorS: number, startS: number, months: number): number {
  const passed = monthNumber(startS) - monthNumber(anchorS);
  let steps = Math.max(0, Math.floor(passed / months));
  while (addMonthsS(anchorS, steps * months) <= startS) steps += 1;
  return addMonthsS(anchorS, steps * months);
}

function monthNumber(timeS: number): number {
  const date = new Date(timeS * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function addMonthsS(timeS: number, months: number): number {
  const date = new Date(timeS * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
