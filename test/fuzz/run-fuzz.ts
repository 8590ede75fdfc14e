import fc from 'fast-check';
import type { JsonSchema } from './from-schema.ts';
import type { Place } from './places.ts';
import { requestsFor, type FuzzRequest } from './requests.ts';

/** Whoever asks. */
export type Who = 'visitor' | 'administrator';

/** What came of one request. */
export interface Answered {
  status: number;
  /** As text; empty where nothing was said. */
  body: string;
  contentType: string;
}

export interface FuzzOptions {
  seed: number;
  /** Requests for each place, by each who asks. */
  each: number;
  places: readonly Place[];
  find(ref: string): JsonSchema | undefined;
  /** Called before each request, outside its time. */
  prepare(who: Who): Promise<void>;
  /** Sends a request; throws where the connection breaks. */
  send(who: Who, request: FuzzRequest): Promise<Answered>;
  /** An answer that takes longer, three times in a row, is a fault. */
  slowMs?: number;
  /** Called after each request; the run ends where it says so. */
  isOver?(found: Found): boolean;
}

interface Timed {
  ms: number;
  what: string;
}

export interface Found {
  requests: number;
  /** How many were answered with each status. */
  statuses: Map<number, number>;
  /** What was answered with 200 at least once. */
  opened: Set<string>;
  /** What must not be, each with the request that shows it. */
  faults: string[];
  /** The slowest, the first the slowest of all. */
  slowest: Timed[];
}

/** Asks the payment provider for every session there is. */
const TAKES_ITS_TIME = ['/api/audit-report'];

const SLOWEST_SHOWN = 5;
const FAULTS_MAX = 20;

export function nothingFound(): Found {
  return { requests: 0, statuses: new Map(), opened: new Set(), faults: [], slowest: [] };
}

/**
 * Asks for every place, signed in and out, in ways that nothing on the site would. The same seed asks
 * the same; what it meets also depends on what went before.
 */
export async function runFuzz(options: FuzzOptions, found = nothingFound()): Promise<Found> {
  const { seed, each, places, find } = options;
  for (const [at, place] of places.entries()) {
    const drawn = fc.sample(requestsFor(place, find), { seed: seed * 1_000 + at, numRuns: each });
    for (const request of drawn) {
      for (const who of ['visitor', 'administrator'] as const) {
        await ask(who, place, request, options, found);
        if (found.faults.length >= FAULTS_MAX || options.isOver?.(found)) return found;
      }
    }
  }
  return found;
}

async function ask(
  who: Who,
  place: Place,
  request: FuzzRequest,
  { prepare, send, slowMs = Infinity }: FuzzOptions,
  found: Found,
): Promise<void> {
  const button = place.form?.intent ? ` ${place.form.intent}` : '';
  const what = `${who}: ${request.method} ${place.path}${button}`;
  await prepare(who);
  found.requests += 1;
  const timed = async () => {
    const began = performance.now();
    return { answered: await send(who, request), ms: Math.round(performance.now() - began) };
  };
  try {
    let { answered, ms } = await timed();
    const { status } = answered;
    // A machine with other work may be slow once.
    for (let again = 0; again < 2 && ms > slowMs; again += 1) ms = Math.min(ms, (await timed()).ms);
    if (ms > slowMs && !TAKES_ITS_TIME.includes(place.path)) {
      found.faults.push(`${what}: takes ${ms} ms\n${shown(request)}`);
    }
    found.slowest.push({ ms, what });
    found.slowest.sort((a, b) => b.ms - a.ms).splice(SLOWEST_SHOWN);
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    if (status === 200) found.opened.add(what);
    const fault = faultOf(place, request, answered);
    if (fault) found.faults.push(`${what}: ${fault}\n${shown(request)}`);
  } catch (error) {
    found.faults.push(`${what}: no answer, ${String(error)}\n${shown(request)}`);
  }
}

function faultOf(
  { kind, path }: Place,
  { method }: FuzzRequest,
  { status, body, contentType }: Answered,
): string | undefined {
  // A machine that is busy may say so there: that is what it is for.
  const isBusy = path === '/readyz' && status === 503;
  if (status >= 500 && !isBusy) return `answered ${status}: ${body.slice(0, 200)}`;
  if (/\bat .*\.(ts|tsx|js):\d+|node_modules/.test(body) && kind !== 'file') {
    return `shows where it failed: ${body.slice(0, 200)}`;
  }
  if (kind !== 'call' || status < 400 || method === 'HEAD') return undefined;
  if (/json/.test(contentType) && /^\{"error":"[^"]*[.!?]?"/.test(body)) return undefined;
  return `refuses without a sentence: ${status} ${body.slice(0, 200)}`;
}

function shown(request: FuzzRequest): string {
  return JSON.stringify(request).slice(0, 1_500);
}

export function reportOf({ requests, statuses, slowest }: Found): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status} × ${n}`);
  const lines = slowest.map(({ ms, what }) => `  ${String(ms).padStart(6)} ms  ${what}`);
  return [`${requests} requests: ${counts.join(', ')}`, 'The slowest:', ...lines].join('\n');
}
