import {
  ORDER_DETAILS_FAILED,
  ORDER_UNREACHABLE,
  orderFailed,
  PAYMENT_PROCESSING,
} from './order-messages.ts';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { useFundingList, type FundingList } from '#app/funding/list/use-funding-list.ts';
import { track } from '#app/analytics/track.ts';
import { ask, type Asked } from '#app/http/ask.ts';
import { readStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** A paid order as the success page shows it. */
export type CompletedOrder = Extract<
  Asked<'get /api/checkout-success'>,
  { ok: true }
>['body']['checkoutData'];

export type OrderOutcome =
  | { kind: 'order'; order: CompletedOrder }
  /** Nothing is wrong; the payment takes its time. */
  | { kind: 'processing'; sentence: string }
  | { kind: 'failed'; sentence: string };

/** Requests under way and orders found, by session id: an effect that runs twice asks once. */
const underWay = new Map<string, Promise<OrderOutcome>>();

/**
 * The order of a checkout session, undefined while it loads. When it is first seen, the completed
 * checkout is counted, and the funding list cleared of what was paid for from it.
 */
export function useOrder(sessionId: string) {
  const { settle } = useFundingList();
  return useLoaded(sessionId, async () => {
    if (sessionId === '') return undefined;
    const loading = underWay.get(sessionId) ?? load(sessionId, settle);
    underWay.set(sessionId, loading);
    return loading;
  });
}

async function load(sessionId: string, settleList: FundingList['settle']): Promise<OrderOutcome> {
  const outcome = await loadOrder(sessionId, (order) => {
    // A donation or a submission leaves what somebody is still gathering alone, and so does an
    // order of another browser.
    if (order.kind === 'funding' && order.isOwn) settleList(order.products);
    if (order.kind === 'submission') writeStored('sessionStorage', DRAFT_KEY, null);
    track('Checkout Complete', {
      kind: order.kind,
      total_amount: order.totalAmount,
      product_count: order.products.length,
    });
  });
  // An order stays as it is; anything else may be asked for again.
  if (outcome.kind !== 'order') underWay.delete(sessionId);
  return outcome;
}

/**
 * The order of a checkout session, asked for once: an order already shown in this tab comes from
 * its session storage. `onCompleted` runs once for each, when its order is first seen: in another tab it
 * is shown, but neither counted again nor is anything taken off a newer funding list.
 */
export async function loadOrder(
  sessionId: string,
  onCompleted: (order: CompletedOrder) => void,
): Promise<OrderOutcome> {
  const stored = storedOrder(sessionId);
  if (stored) return { kind: 'order', order: stored };
  const outcome = await fetchOrder(sessionId);
  if (outcome.kind === 'order') {
    const isKnown = TRACKED_IN.some((kind) => isTracked(sessionId, kind));
    for (const kind of TRACKED_IN) writeStored(kind, trackedKey(sessionId), '1');
    writeStored('sessionStorage', orderKey(sessionId), JSON.stringify(outcome.order));
    if (!isKnown) onCompleted(outcome.order);
  }
  return outcome;
}

/** Where it is noted that a checkout was counted; what was in it stays in its tab. */
const TRACKED_IN = ['sessionStorage', 'localStorage'] as const;

async function fetchOrder(session_id: string): Promise<OrderOutcome> {
  const asked = await ask('get /api/checkout-success', {
    query: { session_id },
    failed: (text = ORDER_DETAILS_FAILED) => orderFailed(text),
    unreachable: ORDER_UNREACHABLE,
  });
  if (asked.ok) return { kind: 'order', order: asked.body.checkoutData };
  if (asked.status === 202 || asked.shown === PAYMENT_PROCESSING) {
    return { kind: 'processing', sentence: PAYMENT_PROCESSING };
  }
  return { kind: 'failed', sentence: asked.sentence };
}

const trackedKey = (sessionId: string) => `${site.slug}-checkout-tracked:${sessionId}`;
const orderKey = (sessionId: string) => `${site.slug}-checkout-order:${sessionId}`;

function storedOrder(sessionId: string): CompletedOrder | undefined {
  if (!isTracked(sessionId, 'sessionStorage')) return undefined;
  try {
    return asOrder(JSON.parse(readStored('sessionStorage', orderKey(sessionId)) ?? 'null'));
  } catch {
    return undefined;
  }
}

function isTracked(sessionId: string, kind: (typeof TRACKED_IN)[number]): boolean {
  return readStored(kind, trackedKey(sessionId)) !== null;
}

/** An order as it was kept; undefined where it is none. */
function asOrder(value: unknown): CompletedOrder | undefined {
  const { totalAmount, email, products } = (value ?? {}) as Partial<CompletedOrder>;
  const isWhole =
    typeof totalAmount === 'number' &&
    (email === null || typeof email === 'string') &&
    Array.isArray(products) &&
    products.every((product) => typeof product?.productId === 'number');
  return isWhole ? (value as CompletedOrder) : undefined;
}
