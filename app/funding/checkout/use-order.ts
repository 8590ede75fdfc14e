import { loadOrder, type OrderOutcome } from './load-order.ts';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { useFundingList, type FundingList } from '#app/funding/list/use-funding-list.ts';
import { writeStored } from '#app/platform/browser-storage.ts';
import { track } from '#app/analytics/track.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** Requests under way and orders found, by session id: an effect that runs twice asks once. */
const underWay = new Map<string, Promise<OrderOutcome>>();

/**
 * The order of a checkout session, undefined while it loads. When it is first seen, the completed
 * checkout is counted, and the funding list cleared of what was paid for from it.
 */
export function useOrder(sessionId: string) {
  const { settle } = useFundingList();
  return useLoaded(sessionId, async () =>
    sessionId === '' ? undefined : loadOnce(sessionId, settle),
  );
}

function loadOnce(sessionId: string, settleList: FundingList['settle']): Promise<OrderOutcome> {
  const found = underWay.get(sessionId);
  if (found) return found;
  const loading = load(sessionId, settleList);
  underWay.set(sessionId, loading);
  return loading;
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
