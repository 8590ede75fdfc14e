import pino from 'pino';
import { config } from '#app/config.ts';
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
