/** The server's clock, in one place, so that a test can stand a year ahead. */
let offsetMs = 0;

/** Now, as every rule about time sees it. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Moves the clock by so many milliseconds; tests only. */
export function advanceClock(ms: number): void {
  offsetMs += ms;
}

/** Sets the clock back to the machine's. */
export function resetClock(): void {
  offsetMs = 0;
}
