import type { Writable } from 'node:stream';
import { summariseEvents } from '#app/analytics/analytics-store.server.ts';
import { printTable } from './print.ts';

/** Prints how often each analytics event came on each day (UTC), newest first, as TSV. */
export async function runEvents(days = 14, out: Writable): Promise<number> {
  const rows = (await summariseEvents(days)).map(({ day, name, count }) => [day, name, count]);
  return printTable(out, ['day', 'event', 'count'], rows);
}
