import { site } from '#app/site.ts';
import { MOST_COMPARED } from './compare-query.ts';
import { useSyncExternalStore } from 'react';
import { storageOrNone } from '#app/platform/browser-storage.ts';

/** Where a tab keeps the products chosen to be compared, as `[93,92]`. */
export const COMPARE_KEY = `${site.slug}-compare`;

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

interface Chosen {
  /** Product numbers in the order of choosing. */
  ids: readonly number[];
  /** Whether the last one that was to be added found no room. */
  isRefused: boolean;
}
const NOTHING: Chosen = { ids: [], isRefused: false };

/**
 * The products chosen to be compared, and everything that can be done to them, over a tab's storage:
 * `undefined` where that is blocked, and the choice then lasts as long as the page. Whatever else
 * stands there counts as nothing.
 */
export function createCompareChoice(storage: TabStorage) {
  const listeners = new Set<() => void>();
  let chosen: Chosen = { ids: readChoice(storage), isRefused: false };

  function change(ids: readonly number[], isRefused = false): void {
    chosen = { ids, isRefused };
    try {
      if (ids.length === 0) storage?.removeItem(COMPARE_KEY);
      else storage?.setItem(COMPARE_KEY, JSON.stringify(ids));
    } catch {
      // A full or blocked storage: the page still knows.
    }
    for (const listener of listeners) listener();
  }

  return {
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    /** The same object as long as nothing changes. */
    now: () => chosen,
    /** Adds a product or takes it away; a fifth is refused. */
    toggle(id: number) {
      const { ids } = chosen;
      if (ids.includes(id)) change(ids.filter((other) => other !== id));
      else if (ids.length < MOST_COMPARED) change([...ids, id]);
      else change(ids, true);
    },
    /** Takes over what a page compares. */
    replace(ids: readonly number[]) {
      const next = ids.slice(0, MOST_COMPARED);
      if (chosen.isRefused || next.join() !== chosen.ids.join()) change(next);
    },
  };
}

/** What a storage holds, four numbers at most; nothing where it is anything else, or blocked. */
export function readChoice(storage: TabStorage): number[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(COMPARE_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0);
    return [...new Set(ids)].slice(0, MOST_COMPARED);
  } catch {
    return [];
  }
}

/** The products that this tab has chosen to compare, the same in every component. */
export function useCompareChoice() {
  const chosen = useSyncExternalStore(
    subscribe,
    () => choice().now(),
    () => NOTHING,
  );
  return { ...chosen, toggle, replace };
}

let shared: ReturnType<typeof createCompareChoice> | undefined;
const choice = () => (shared ??= createCompareChoice(storageOrNone('sessionStorage')));

// The same at every rendering, so that effects may depend on them.
const subscribe = (onChange: () => void) => choice().subscribe(onChange);
const toggle = (id: number) => choice().toggle(id);
const replace = (ids: readonly number[]) => choice().replace(ids);
