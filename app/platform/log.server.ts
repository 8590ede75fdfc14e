import pino from 'pino';
import { config } from '#app/config.ts';
import { now } from './clock.server.ts';
import { describeError } from './describe-error.ts';

/**
 * One line of JSON per happening, on standard error, so that standard output stays for people.
 * Never an email address or a secret: log ids.
 */
export const log = pino(
  {
    level: config().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  },
  pino.destination({ dest: 2, sync: false }),
);

const MINUTE_MS = 60_000;
const loggedAtMs = new Map<string, number>();

/**
 * Logs what anybody can cause as often as they like: a line a minute at most of each kind. What and how
 * it is told comes from the code alone, so that there are few kinds; a counter has how often it was. Of
 * errors, the line has the first.
 */
export function logSeldom(
  level: 'info' | 'warn' | 'error',
  about: object,
  sentence: string,
  err?: unknown,
): void {
  const kind = sentence + JSON.stringify(about);
  const nowMs = now().getTime();
  // A clock that was set back silences nothing.
  if (Math.abs(nowMs - (loggedAtMs.get(kind) ?? -Infinity)) < MINUTE_MS) return;
  loggedAtMs.set(kind, nowMs);
  log[level](err === undefined ? about : { err, ...about }, sentence);
}
