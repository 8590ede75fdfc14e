import { useCallback, useEffect, useState } from 'react';
import { loadOrder, type OrderOutcome } from './load-order.ts';
import { forgetDraft } from '#app/funding/list/submission-draft.ts';
import { useFundingList, type FundingList } from '#app/funding/list/use-funding-list.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { track } from '#app/analytics/track.ts';

/** Requests under way and orders found, by session id: an effect that runs twice asks once. */
const underWay = new Map<string, Promise<OrderOutcome>>();

/**
 * The order of a checkout session, undefined while it loads. When it is first seen, the completed
 * checkout is counted, and the funding list cleared of what was paid for from it.
 */
export function useOrder(sessionId: string): { outcome?: OrderOutcome; retry: () => void } {
  const { settle } = useFundingList();
  const [outcome, setOutcome] = useState<OrderOutcome>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (sessionId === '') return;
    let isCurrent = true;
    const load = async () => {
      const found = await loadOnce(sessionId, settle);
      if (isCurrent) setOutcome(found);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [sessionId, attempt, settle]);

  const retry = useCallback(() => {
    setOutcome(undefined);
    setAttempt((count) => count + 1);
  }, []);
  return { outcome, retry };
}

function loadOnce(sessionId: string, settleList: FundingList['settle']): Promise<OrderOutcome> {
  const found = underWay.get(sessionId);
  if (found) return found;
  const loading = load(sessionId, settleList);
  underWay.set(sessionId, loading);
  return loading;
}

async function load(sessionId: string, settleList: FundingList['settle']): Promise<OrderOutcome> {
  const outcome = await loadOrder(sessionId, {
    storage: storageOrNone('sessionStorage'),
    shared: storageOrNone('localStorage'),
    onCompleted(order) {
      // A donation or a submission leaves what somebody is still gathering alone, and so does an
      // order of another browser.
      if (order.kind === 'funding' && order.isOwn) settleList(order.products);
      if (order.kind === 'submission') forgetDraft(storageOrNone('sessionStorage'));
      track('Checkout Complete', {
        kind: order.kind,
        total_amount: order.totalAmount,
        product_count: order.products.length,
      });
    },
  });
  // An order stays as it is; anything else may be asked for again.
  if (outcome.kind !== 'order') underWay.delete(sessionId);
  return outcome;
}
