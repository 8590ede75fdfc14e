import Stripe from 'stripe';
import { config, isLive, type Config } from '#app/config.ts';
import { now, offsetMs } from '#app/platform/clock.server.ts';
import { madeText } from '#app/http/incoming-text.ts';
import { pace } from './pace.ts';

let client: Stripe | undefined;
let madeFor: string | undefined;

/** The Stripe client: Stripe itself, or the payment sandbox where `STRIPE_API_BASE` names one. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = config();
  if (!key) throw new Error('STRIPE_SECRET_KEY is not set.');
  const limit = callsPerSecond();
  if (!client || madeFor !== `${key} ${base} ${limit}`) {
    client = new Stripe(key, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      httpClient: listening(limit),
      ...(base ? addressOf(base) : {}),
    });
    madeFor = `${key} ${base} ${limit}`;
  }
  return client;
}

/** A visitor hears within ten seconds. */
const VISITOR_WAITS_MS = 9_000;

/**
 * What Stripe answers while a visitor waits for it, its own tries included; else a
 * `StripeConnectionError`. What it does later is for whoever looks again: the next commit, or a sweep.
 */
export async function whileVisitorWaits<T>(asking: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    const raw = { type: 'api_error', message: 'No answer while a visitor waits.' } as const;
    const giveUp = () => reject(new Stripe.errors.StripeConnectionError(raw));
    late = setTimeout(giveUp, VISITOR_WAITS_MS);
  });
  return Promise.race([asking, silent]).finally(() => clearTimeout(late));
}

/** Whether Stripe answers that it has no such object. */
export function isUnknownAtStripe(error: unknown): boolean {
  const { StripeInvalidRequestError } = Stripe.errors;
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
}

/** How many calls a second this process makes at most: its share; undefined where there is no limit. */
export function callsPerSecond(read: Config = config()): number | undefined {
  const { STRIPE_API_BASE: base, PROCESSES, JOBS } = read;
  // With a live key and with a test key: a tenth more in one second is still below Stripe's own limit.
  const ofAll = base ? undefined : isLive(read) ? 80 : 20;
  // Beside those that serve pages, one runs jobs.
  const callers = PROCESSES > 1 && JOBS ? PROCESSES + 1 : PROCESSES;
  return ofAll === undefined ? undefined : ofAll / callers;
}

function addressOf(base: string): Partial<Stripe.StripeConfig> {
  const url = new URL(base);
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  return {
    host: url.hostname,
    port: Number(url.port || (protocol === 'https' ? 443 : 80)),
    protocol,
  };
}

/** Stripe's clock less a clock of this process that nobody sets, as of the last answer. */
let heard: { stripeLessSteadyMs: number; atMs: number } | undefined;

/**
 * How far Stripe's clock is ahead of ours by its last answer, and how old that is, in milliseconds;
 * undefined before its first. A clock of ours that jumps shows at once.
 */
export function heardFromStripe(): { aheadMs: number; ageMs: number } | undefined {
  if (!heard) return undefined;
  const stripeMs = heard.stripeLessSteadyMs + steadyMs();
  return { aheadMs: stripeMs - now().getTime(), ageMs: steadyMs() - heard.atMs };
}

/** Notes what time it is by Stripe's clock, cut to the second: on average that is half of one late. */
export function hearStripeSay(dateMs: number): void {
  const atMs = steadyMs();
  heard = { stripeLessSteadyMs: dateMs + 500 - atMs, atMs };
}

/** An answer that was longer on its way, or during which time was set, no longer says what time it is. */
const FRESH_MS = 25_000;

/** A clock that nobody sets; a test that moves ours moves the whole world's. */
function steadyMs(): number {
  return performance.now() + offsetMs();
}

/**
 * The SDK's own client at a pace, reading the Date of every answer in passing. What an answer says
 * becomes text that the database holds: payers type some of it.
 */
function listening(limit: number | undefined): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const turn = limit === undefined ? undefined : pace(limit);
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      await turn?.();
      const askedMs = steadyMs();
      const answer = await client.makeRequest(...request);
      const dateMs = Date.parse(String(answer.getHeaders().date));
      if (dateMs && steadyMs() - askedMs < FRESH_MS) hearStripeSay(dateMs);
      return {
        getStatusCode: () => answer.getStatusCode(),
        getHeaders: () => answer.getHeaders(),
        getRawResponse: () => answer.getRawResponse(),
        toStream: (whenRead) => answer.toStream(whenRead),
        toJSON: async () => madeText(await answer.toJSON()),
        dispose: () => answer.dispose?.(),
      };
    },
  };
}
