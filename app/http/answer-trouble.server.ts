import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Counter } from 'prom-client';
import type { Refusal } from './call.ts';
import { isDatabaseAway } from '#app/database/db.server.ts';
import { log, logSeldom } from '#app/platform/log.server.ts';
import * as messages from '#app/platform/messages.ts';
import { registry } from '#app/platform/registry.server.ts';
import { BusyError } from '#app/platform/work-queue.ts';

/** A database that was away is looked for again after so long. */
export const RETRY_SECONDS = 5;
/** Browsers give up after half a minute; a visitor should hear a sentence before. */
const ANSWERED_WITHIN_MS = 25_000;

const forNow = (error: string): Refusal => ({
  status: 503,
  body: { error },
  headers: { 'Retry-After': String(RETRY_SECONDS) },
});

/** What a visitor is told of something that failed unforeseen: it is in the log. */
export function answerTrouble(error: unknown, sentence?: string): Refusal {
  if (isDatabaseAway(error)) return forNow(sentence ?? messages.DATABASE_AWAY);
  if (error instanceof BusyError) return forNow(messages.BUSY);
  return { status: 500, body: { error: sentence ?? messages.SOMETHING_BROKE } };
}

/**
 * Logs a failure of an answer: each, but a line a minute of what every visitor meets alike and anybody can
 * cause, a database that is away and too much at once. `about` comes from the code alone.
 */
export function logFailure(error: unknown, about: object, what: string): void {
  const isOfAll = isDatabaseAway(error) || error instanceof BusyError;
  if (isOfAll) logSeldom('error', about, what, error);
  else log.error({ err: error, ...about }, what);
}

/** What stands around the main thing of a page, which says itself what is wrong where `none` stands for this. */
export async function readOr<T, None>(
  none: None,
  what: string,
  read: () => T | Promise<T>,
): Promise<T | None> {
  try {
    return await read();
  } catch (error) {
    logFailure(error, {}, `reading ${what} failed`);
    return none;
  }
}

const cutOff = new Counter({
  name: 'openassay_requests_cut_off_total',
  help: 'Requests whose sender was gone before all of it came.',
  registers: [registry],
});

/** A request failed: in the log, unless its sender was gone before all of it had come. */
export function noteFailure(
  c: Context<{ Bindings: HttpBindings }>,
  error: unknown,
  about: object,
  what: string,
): void {
  const { incoming } = c.env ?? {};
  if (incoming?.destroyed && !incoming.complete) cutOff.inc();
  else logFailure(error, about, what);
}

/** The answer of a visitor's call, or that there is none yet: it may wait for a standby that is gone. */
export async function orTooLate<T>(answering: Promise<T>): Promise<T | Refusal> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Refusal>((resolve) => {
    late = setTimeout(() => resolve(forNow(messages.TAKES_TOO_LONG)), ANSWERED_WITHIN_MS);
  });
  return Promise.race([answering, tooLate]).finally(() => clearTimeout(late));
}
