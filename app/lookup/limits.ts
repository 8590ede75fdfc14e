/*
 * What stands between a code and whoever guesses at it (decision 0019). All are counted in the
 * database, for all processes together, by fixed windows.
 */

const HOUR = 3_600;
const DAY = 86_400;

/** Codes asked for. Per address too, so that it takes many of them to use up somebody's codes. */
export const CODES_PER_ADDRESS = limit('send-verification:address', 20, HOUR);
export const CODES_PER_EMAIL_AND_ADDRESS = limit('send-verification:pair', 5, HOUR);
export const CODES_PER_EMAIL = limit('send-verification:email', 20, DAY);
export const CODES_OVERALL = limit('send-verification:overall', 2_000, HOUR);

/** Guesses given: any from one network address, then those at a code that is there. */
export const GUESSES_PER_ADDRESS = limit('verify-code:address', 60, HOUR);
export const GUESSES_PER_EMAIL = limit('verify-code:email', 100, DAY);
export const GUESSES_OVERALL = limit('verify-code:overall', 10_000, HOUR);

function limit(name: string, hits: number, windowSeconds: number) {
  return { name, hits, windowSeconds };
}
