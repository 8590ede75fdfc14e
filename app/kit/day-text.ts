const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/**
 * A day, or a month where no day is known, the same for every reader: `August 3, 2026`. Takes a
 * moment or a date as ISO 8601 has it (`2026-08-03T10:00:00Z`, `2026-08-03`, `2026-08`); in UTC,
 * so that a page reads alike wherever it is rendered.
 */
export function dayText(moment: string | Date): string {
  const isMonth = typeof moment === 'string' && /^\d{4}-\d{2}$/.test(moment);
  return (isMonth ? month : day).format(new Date(moment));
}

/** A moment in ISO 8601 as administrators read it, to the minute: `2026-11-21 15:04 UTC`. */
export function minuteText(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}
