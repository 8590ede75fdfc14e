import {
  ORDER_DETAILS_FAILED,
  ORDER_UNREACHABLE,
  orderFailed,
  PAYMENT_PROCESSING,
} from './order-messages.ts';
import { ask, type Asked } from '#app/http/ask.ts';
import { site } from '#app/site.ts';

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

export interface OrderSteps {
  /** The tab's session storage; undefined where it is blocked. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** The browser's local storage: in another tab the order is shown, but neither counted again
   * nor is anything taken off a newer funding list. */
  shared?: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** Runs once for each checkout session, when its order is first seen. */
  onCompleted: (order: CompletedOrder) => void;
}

/**
 * The order of a checkout session, asked for once: an order already shown in this tab comes from
 * its session storage, and is not counted again.
 */
export async function loadOrder(sessionId: string, steps: OrderSteps): Promise<OrderOutcome> {
  const stored = storedOrder(sessionId, steps.storage);
  if (stored) return { kind: 'order', order: stored };
  const outcome = await fetchOrder(sessionId);
  if (outcome.kind === 'order') {
    const isKnown = isTracked(sessionId, steps.storage) || isTracked(sessionId, steps.shared);
    keep(sessionId, steps.storage, outcome.order);
    keep(sessionId, steps.shared);
    if (!isKnown) steps.onCompleted(outcome.order);
  }
  return outcome;
}

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

function storedOrder(
  sessionId: string,
  storage: OrderSteps['storage'],
): CompletedOrder | undefined {
  if (!isTracked(sessionId, storage)) return undefined;
  try {
    return asOrder(JSON.parse(storage?.getItem(orderKey(sessionId)) ?? 'null'));
  } catch {
    return undefined;
  }
}

function isTracked(sessionId: string, storage: OrderSteps['storage']): boolean {
  try {
    return (storage?.getItem(trackedKey(sessionId)) ?? null) !== null;
  } catch {
    return false;
  }
}

/** Remembers that a checkout was counted, and, in this tab, what was in it. */
function keep(sessionId: string, storage: OrderSteps['storage'], order?: CompletedOrder): void {
  try {
    storage?.setItem(trackedKey(sessionId), '1');
    if (order) storage?.setItem(orderKey(sessionId), JSON.stringify(order));
  } catch {
    // Without storage a reload asks, and counts, again.
  }
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
