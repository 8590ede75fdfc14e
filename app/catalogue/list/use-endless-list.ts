import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { hasMore } from './list-query.ts';
import type { PageResult } from '#app/catalogue/product.ts';
import type { Page } from '#app/catalogue/product-schema.ts';

interface Shown<T> {
  items: T[];
  total: number;
  /** The last page that was loaded. */
  page: number;
  more: boolean;
}

export interface EndlessListState<T> extends Shown<T> {
  loading: boolean;
  failure?: string;
  /** Asks for the next page, which `loadMore` then shows. */
  askAhead: () => void;
  loadMore: () => Promise<void>;
}

/** Lists as they were left, by address, so that Back finds them; in the browser only. */
const left = new Map<string, Shown<unknown>>();

/**
 * The endless list of one query: begins with `first`, grows by
 * `loadMore`, keeps what it shows when a page fails. Mount it anew for another query.
 */
export function useEndlessList<T>({
  address,
  first,
  fetchNext,
  merge,
}: {
  /** Path and query string of the list: what it is found again by. */
  address: string;
  first: Page<T>;
  fetchNext: (page: number, signal: AbortSignal) => Promise<PageResult<T>>;
  /** One list of two, without duplicates; copies in `more` are the newer ones. */
  merge: (shown: T[], more: T[]) => T[];
}): EndlessListState<T> {
  const isReturning = useNavigationType() === 'POP';
  const [shown, setShown] = useState<Shown<T>>(() => {
    const before = isReturning ? (left.get(address) as Shown<T> | undefined) : undefined;
    return before ? refreshed(before) : appended([], first);
  });
  const [state, setState] = useState<{ loading: boolean; failure?: string }>({ loading: false });
  const running = useRef<{ page: number; abort: AbortController; result: Promise<PageResult<T>> }>(
    undefined,
  );

  function appended(before: T[], page: Page<T>): Shown<T> {
    const items = merge(before, page.items);
    return { items, total: page.total, page: page.page, more: hasMore(page) };
  }

  /** A longer list with the newer copies of its first page. */
  function refreshed(before: Shown<T>): Shown<T> {
    return { ...before, items: merge(before.items, first.items), total: first.total };
  }

  useEffect(() => () => running.current?.abort.abort(), []);
  useEffect(() => {
    left.set(address, shown);
  }, [address, shown]);

  const firstSeen = useRef(first);
  const refresh = useEffectEvent(() => setShown(refreshed));
  useEffect(() => {
    if (firstSeen.current === first) return;
    firstSeen.current = first;
    refresh();
  }, [first]);

  /** What is asked for a page, once until it has been shown or has failed. */
  function ask(page: number) {
    if (running.current?.page === page) return running.current;
    const abort = new AbortController();
    running.current = { page, abort, result: answerOf(page, abort) };
    return running.current;
  }

  async function answerOf(page: number, abort: AbortController) {
    const result = await fetchNext(page, abort.signal);
    if (!result.ok && running.current?.abort === abort) running.current = undefined;
    return result;
  }

  function askAhead() {
    if (shown.more) ask(shown.page + 1);
  }

  async function loadMore() {
    if (state.loading || !shown.more) return;
    setState({ loading: true });
    const asked = ask(shown.page + 1);
    const result = await asked.result;
    if (asked.abort.signal.aborted) return;
    if (result.ok) {
      setShown((before) => appended(before.items, result.body));
      setState({ loading: false });
    } else {
      setState({ loading: false, failure: result.sentence });
    }
  }

  return { ...shown, ...state, askAhead, loadMore };
}
