/** How long a look at what is there is good for. */
const LOOK_EVERY_MS = 5_000;

/** Looks at what is kept in memory of something slower: one look at a time, and again now and then. */
export function repeatedLook(look: () => Promise<void>, everyMs = LOOK_EVERY_MS) {
  let looking: Promise<void> | undefined;
  let lookedAtMs = -Infinity;
  const atOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
      lookedAtMs = performance.now();
    });
    return looking;
  };
  return {
    atOnce,
    /** Once a look that is under way has ended, which may have passed what is asked about. */
    anew: (): Promise<void> => (looking ? looking.then(atOnce) : atOnce()),
    /** In the background, where the last one was long ago. */
    ifDue(): void {
      if (performance.now() - lookedAtMs > everyMs) void atOnce();
    },
  };
}
