import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { giveUpOld, withPending } from './deliveries.ts';
import { readFaults } from '#sandbox/stripe/controls/faults.ts';
import type { StripeEvent } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/** 1 s, 2 s, 5 s, 10 s, 30 s, then each minute. */
export const DEFAULT_RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000, 60_000];

const TIMEOUT_MS = 10_000;
const CONCURRENT = 32;
const MAX_TIMER_MS = 60_000;

type Delivery = { seq: number; event_id: string; attempts: number };

/**
 * The `Stripe-Signature` header of a payload. The time is the real one, not the sandbox's: the
 * receiver compares it with its own clock.
 */
function signature(payload: string, secret: string, atMs: number): string {
  const t = Math.floor(atMs / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex');
  return `t=${t},v1=${v1}`;
}

/**
 * Delivers what is planned, so many at a time, oldest first, and again after each back-off
 * until a 2xx or three days of the sandbox's clock. All of its state is in the store, so that a
 * restart goes on where it was.
 */
export function createDeliverer(sandbox: Sandbox) {
  const { store, options } = sandbox;
  const inFlight = new Map<number, Promise<void>>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  function wake(): void {
    if (closing.signal.aborted || options.webhookUrls.length === 0) return;
    clearTimeout(timer);
    if (readFaults(store).webhooks.pause) return; // the control that ends it wakes this
    const nowMs = Date.now(); // one moment for both questions, or what falls between is forgotten
    for (const delivery of due(nowMs)) {
      if (inFlight.size >= CONCURRENT) break;
      if (inFlight.has(delivery.seq)) continue;
      const work = attempt(delivery).finally(() => {
        inFlight.delete(delivery.seq);
        wake();
      });
      inFlight.set(delivery.seq, work);
    }
    if (inFlight.size < CONCURRENT) timer = setTimeout(wake, untilNextMs(nowMs));
  }

  function due(nowMs: number): Delivery[] {
    return store.all<Delivery>(
      `SELECT seq, event_id, attempts FROM deliveries
       WHERE state = 'pending' AND next_attempt_ms <= ? ORDER BY next_attempt_ms, seq LIMIT ?`,
      nowMs,
      2 * CONCURRENT, // those in flight are still among them
    );
  }

  function untilNextMs(nowMs: number): number {
    const row = store.one<{ at: number | null }>(
      `SELECT min(next_attempt_ms) at FROM deliveries
       WHERE state = 'pending' AND next_attempt_ms > ?`,
      nowMs,
    );
    return Math.min(Math.max((row?.at ?? Infinity) - nowMs, 1), MAX_TIMER_MS);
  }

  async function attempt({ seq, event_id: eventId, attempts }: Delivery): Promise<void> {
    const event = withPending(store, store.need<StripeEvent>('event', eventId));
    const delivered = await deliver(JSON.stringify(event, null, 2));
    if (closing.signal.aborted) return; // It is attempted again after the restart.
    if (delivered) {
      store.run("UPDATE deliveries SET state = 'delivered' WHERE seq = ?", seq);
      return;
    }
    const delays = options.retryDelaysMs;
    const delayMs = delays[Math.min(attempts, delays.length - 1)] ?? MAX_TIMER_MS;
    store.run(
      'UPDATE deliveries SET attempts = attempts + 1, next_attempt_ms = ? WHERE seq = ?',
      Date.now() + delayMs,
      seq,
    );
    giveUpOld(sandbox);
  }

  /** Tries each process of the receiver once, beginning with the one whose turn it is. */
  async function deliver(payload: string): Promise<boolean> {
    const urls = options.webhookUrls;
    const first = turn++ % urls.length;
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      if (await post(url, payload)) return true;
    }
    return false;
  }

  /** Whether a 2xx came; unreachable, too slow, or hung up is the same to a sender. */
  function post(url: string, payload: string): Promise<boolean> {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(payload),
      'Stripe-Signature': signature(payload, options.webhookSecret, Date.now()),
      'User-Agent': 'Stripe/1.0 (payment sandbox)',
    };
    const how = { method: 'POST', headers, signal: closing.signal, timeout: TIMEOUT_MS };
    const send = url.startsWith('https:') ? https.request : http.request;
    return new Promise<boolean>((resolve) => {
      const sent = send(url, how, (response) => {
        const { statusCode = 0 } = response.resume();
        response.once('close', () => resolve(statusCode >= 200 && statusCode < 300));
      });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(false));
      sent.end(payload);
    }).catch(() => false); // no address at all
  }

  /** Stops, leaving what is undelivered planned. */
  async function close(): Promise<void> {
    closing.abort();
    clearTimeout(timer);
    await Promise.all(inFlight.values());
  }

  return { wake, close };
}
