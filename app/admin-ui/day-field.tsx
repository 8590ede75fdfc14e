import { use, useEffect, useRef } from 'react';
import { useLoaderData } from 'react-router';
import { addDays, dayHere } from '#app/testing/promise.ts';
import { Input } from '#app/ui/field.tsx';
import { WrongField } from '#app/ui/wrong-field.ts';

/**
 * The day of what is noted: today, unless something else is chosen. The server offers the day of UTC;
 * where scripts run, the browser's own takes its place until somebody chooses.
 */
export function Day({
  value = '',
  label = 'Day',
  ...look
}: {
  /** What stands there already; empty for today. */
  value?: string;
  label?: string;
}) {
  const today = useToday();
  const field = useRef<HTMLInputElement>(null);
  const stands = use(WrongField).typed?.day ?? value;
  useEffect(() => {
    if (field.current && stands === '') putOwnDay(field.current, dayHere(new Date()));
  }, [stands]);
  return (
    <Input
      {...look}
      ref={field}
      label={label}
      name="day"
      type="date"
      required
      min="2020-01-01"
      // Elsewhere it may be tomorrow already; the server knows how far.
      max={addDays(today, 1)}
      defaultValue={stands || today}
    />
  );
}

/** The day by the server, as `2026-11-21`: the loader of each page with such a form says it. */
export function useToday(): string {
  return useLoaderData<{ today: string }>().today;
}

/**
 * Puts the browser's own day where the server's still stands untouched. A day that no time zone
 * explains is a clock that goes wrong: then the server's stays.
 */
export function putOwnDay(field: { value: string; defaultValue: string }, own: string): void {
  const { value: offered } = field;
  if (offered !== field.defaultValue) return;
  if (own === addDays(offered, -1) || own === addDays(offered, 1)) field.value = own;
}
