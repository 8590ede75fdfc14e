import { counted } from '#app/kit/text.ts';
import { RESULTS_WEEKS } from '#app/kit/facts.ts';

const DAY_MS = 86_400_000;

/**
 * The promise that goes with a test's beginning, and how it stands: results 4 to 6 weeks after it. Late is
 * every day after the last of those. `publishedDay` is null where there are no results yet. Days as
 * `2026-11-21`.
 */
export function promiseOf(begunDay: string, publishedDay: string | null, today: string) {
  const by = addDays(begunDay, RESULTS_WEEKS.to * 7);
  const lateDays = Math.max(0, daysBetween(by, publishedDay ?? today));
  return {
    from: addDays(begunDay, RESULTS_WEEKS.from * 7),
    by,
    /** Days past `by` at which results came, or to this day where they have not; 0: not late. */
    lateDays,
  };
}

/** Days in words, weeks first: "9 days", "3 weeks", "2 weeks and 1 day". */
export function lengthText(days: number): string {
  const [weeks, rest] = [Math.floor(days / 7), days % 7];
  if (weeks < 2) return counted(days, 'day');
  return rest === 0
    ? counted(weeks, 'week')
    : `${counted(weeks, 'week')} and ${counted(rest, 'day')}`;
}

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day of a moment where this runs: a browser's, or a terminal's. */
export function dayHere(moment: Date): string {
  return dayOf(new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000));
}

/** Whether a text is a day that there is, as `2026-02-28`. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && dayOf(at) === text;
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
