import { AsyncLocalStorage } from 'node:async_hooks';

/** Who reads what everybody may have, while an answer is made of it (`replicas.server.ts`). */
export interface Reader {
  /** The `Db` that the next statement goes to; undefined is the primary, from which there is no way back. */
  db(): unknown;
  /** Stands before the name of whatever is kept of what was read: each server has its own. */
  lane: string;
  /** Of a browser that has just changed something: nothing that was made before serves it. */
  wrote?: string | undefined;
}

export const readers = new AsyncLocalStorage<Reader | undefined>();

/** What is kept in memory of a server is found by whoever reads from that one; '' is the primary's. */
export function laneOfReading(): string {
  return readers.getStore()?.lane ?? '';
}

/** A random text where whoever asks has just changed something, and must see it; else undefined. */
export function hasJustWritten(): string | undefined {
  return readers.getStore()?.wrote;
}

/** Does what writes, or what is kept without a lane, wherever an answer is being read from. */
export function atPrimary<T>(work: () => T): T {
  return readers.run(undefined, work);
}
