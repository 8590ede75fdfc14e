import { addDays } from '#app/testing/promise.ts';

/**
 * Puts the browser's own day where the server's still stands untouched. A day that no time zone
 * explains is a clock that goes wrong: then the server's stays.
 */
export function putOwnDay(field: { value: string; defaultValue: string }, own: string): void {
  const { value: offered } = field;
  if (offered !== field.defaultValue) return;
  if (own === addDays(offered, -1) || own === addDays(offered, 1)) field.value = own;
}
