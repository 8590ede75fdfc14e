import type { Store } from './store.ts';

export type Clock = ReturnType<typeof createClock>;

/** The sandbox's clock: real time plus an offset that survives a restart. */
export function createClock(store: Store) {
  let pinnedS: number | undefined;
  const offsetS = () => store.setting('clock_offset_s');
  const presentS = () => Math.floor(Date.now() / 1000) + offsetS();
  return {
    offsetS,
    /** Seconds since 1970, as every timestamp of the API is. */
    nowS: () => pinnedS ?? presentS(),
    /** The same, also within `asOf`: when something is told, not when it happened. */
    presentS,
    /** Goes so far ahead of the machine's clock, or below zero behind it; the way back too. */
    setOffset: (seconds: number) => store.setSetting('clock_offset_s', seconds),
    /** Does `work`, which is synchronous, as of a time that has passed. */
    asOf<T>(timeS: number, work: () => T): T {
      const outer = pinnedS;
      pinnedS = timeS;
      try {
        return work();
      } finally {
        pinnedS = outer;
      }
    },
  };
}
