/** The server's clock, in one place, so that a test can stand a year ahead. */
let movedMs = 0;

/** Now, as every rule about time sees it. */
export function now(): Date {
  return new Date(Date.now() + movedMs);
}

/** The moment so many times 24 hours ago, or before another one. */
export function daysAgo(days: number, from = now()): Date {
  return new Date(from.getTime() - days * 86_400_000);
}

/** Moves the clock by so many milliseconds; tests only. */
export function advanceClock(ms: number): void {
  movedMs += ms;
}

/** Sets the clock back to the machine's. */
export function resetClock(): void {
  movedMs = 0;
}

/** How far a test has moved it, in milliseconds; 0 on any site. */
export function offsetMs(): number {
  return movedMs;
}
