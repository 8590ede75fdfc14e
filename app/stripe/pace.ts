/** Beyond an even pace, at once: this part of a second's calls. */
const BURST = 0.1;

/**
 * Lets so many through in a second, in the order in which they came, and has the others wait: in no
 * second more than that and a tenth.
 */
export function pace(perSecond: number): () => Promise<void> {
  const everyMs = 1_000 / perSecond;
  const burstMs = Math.max(1, Math.floor(perSecond * BURST)) * everyMs;
  let nextAtMs = -Infinity;
  return async () => {
    const nowMs = performance.now();
    nextAtMs = Math.max(nextAtMs + everyMs, nowMs - burstMs + everyMs);
    const waitMs = nextAtMs - nowMs;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  };
}
