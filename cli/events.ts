import type { Writable } from 'node:stream';
import { summariseEvents } from '#app/analytics/analytics-store.server.ts';

/** Prints how often each analytics event came on each day (UTC), newest first, as TSV. */
export async function runEvents(
  [days = '14']: string[],
  out: Writable,
): Promise<number | undefined> {
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > 400) return undefined;
  out.write('day\tevent\tcount\n');
  for (const { day, name, count } of await summariseEvents(Number(days))) {
    out.write(`${day}\t${name}\t${count}\n`);
  }
  return 0;
}
