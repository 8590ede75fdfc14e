import type { Store } from './store.ts';

export type Clock = ReturnType<typeof createClock>;

/** The sandbox's clock: real time plus an offset that only grows and survives a restart. */
export function createClock(store: Store) {
  const offsetS = () => store.setting('clock_offset_s');
  return {
    offsetS,
    /** Seconds since 1970, as every timestamp of the API is. */
    nowS: () => Math.floor(Date.now() / 1000) + offsetS(),
    advance: (seconds: number) => store.setSetting('clock_offset_s', offsetS() + seconds),
  };
}
