import type { Writable } from 'node:stream';
import { summariseEvents } from '#app/analytics/analytics-store.server.ts';
import { printRow } from './print.ts';

/** Prints how often each analytics event came on each day (UTC), newest first, as TSV. */
export async function runEvents(
  [days = '14']: string[],
  out: Writable,
): Promise<number | undefined> {
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > 400) return undefined;
  out.write('day\tevent\tcount\n');
  for (const { day, name, count } of await summariseEvents(Number(days))) {
    printRow(out, [day, name, count]);
  }
  return 0;
}
