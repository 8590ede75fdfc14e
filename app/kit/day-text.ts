/**
 * A day, or a month where no day is known, the same for every reader: `August 3, 2026`. Takes a
 * moment or a date as ISO 8601 has it (`2026-08-03T10:00:00Z`, `2026-08-03`, `2026-08`); in UTC,
 * so that a page reads alike wherever it is rendered.
 */
export function dayText(moment: string | Date): string {
  const isMonth = typeof moment === 'string' && /^\d{4}-\d{2}$/.test(moment);
  return new Date(moment).toLocaleDateString('en-US', {
    ...(isMonth ? { year: 'numeric', month: 'long' } : { dateStyle: 'long' }),
    timeZone: 'UTC',
  });
}
