import { useEffect, useRef } from 'react';
import { putOwnDay } from './own-day.ts';
import { addDays, dayHere } from '#app/testing/promise.ts';
import { Input } from '#app/ui/field.tsx';

/**
 * The day of what is noted: today, unless something else is chosen. The server offers the day of UTC;
 * where scripts run, the browser's own takes its place until somebody chooses.
 */
export function Day({
  today,
  value,
  label = 'Day',
}: {
  /** By the server, as `2026-11-21`. */
  today: string;
  /** What stands there already; empty for today. */
  value: string;
  label?: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && value === '') putOwnDay(field.current, dayHere(new Date()));
  }, [value]);
  return (
    <Input
      ref={field}
      label={label}
      name="day"
      type="date"
      required
      min="2020-01-01"
      // Elsewhere it may be tomorrow already; the server knows how far.
      max={addDays(today, 1)}
      defaultValue={value || today}
    />
  );
}
