import { site } from '#app/site.ts';
import { MOST_COMPARED } from './compare-query.ts';
import { useSyncExternalStore } from 'react';
import { storageOrNone } from '#app/platform/browser-storage.ts';

/** Where a tab keeps the products chosen to be compared, as `[93,92]`. */
export const COMPARE_KEY = `${site.slug}-compare`;

type CompareChoice = ReturnType<typeof createCompareChoice>;

/**
 * The products chosen to be compared, and everything that can be done to them, over a tab's storage:
 * `undefined` where that is blocked, and the choice then lasts as long as the page. Whatever else
 * stands there counts as nothing.
 */
export function createCompareChoice(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
) {
  const listeners = new Set<() => void>();
  let chosen: readonly number[] = read();
  let refused = false;

  function read(): readonly number[] {
    try {
      return readChoice(storage?.getItem(COMPARE_KEY) ?? null);
    } catch {
      return [];
    }
  }

  function change(next: readonly number[], isRefusal = false): void {
    refused = isRefusal;
    chosen = next;
    try {
      if (next.length === 0) storage?.removeItem(COMPARE_KEY);
      else storage?.setItem(COMPARE_KEY, JSON.stringify(next));
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
    /** Product numbers in the order of choosing; the same array as long as nothing changes. */
    ids: () => chosen,
    /** Whether the last one that was to be added found no room. */
    isRefused: () => refused,
    /** Adds a product or takes it away; a fifth is refused. */
    toggle(id: number) {
      if (chosen.includes(id)) change(chosen.filter((other) => other !== id));
      else if (chosen.length < MOST_COMPARED) change([...chosen, id]);
      else change(chosen, true);
    },
    /** Takes over what a page compares. */
    replace(ids: readonly number[]) {
      const next = ids.slice(0, MOST_COMPARED);
      if (refused || next.join() !== chosen.join()) change(next);
    },
  };
}

/** What a stored text says, four numbers at most; nothing where it is anything else. */
export function readChoice(text: string | null): number[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0);
    return [...new Set(ids)].slice(0, MOST_COMPARED);
  } catch {
    return [];
  }
}

/** The products that this tab has chosen to compare, the same in every component. */
export function useCompareChoice() {
  const ids = useSyncExternalStore(subscribe, clientIds, serverIds);
  const isRefused = useSyncExternalStore(subscribe, clientRefused, no);
  return { ids, isRefused, toggle, replace };
}

let shared: CompareChoice | undefined;

function choice(): CompareChoice {
  return (shared ??= createCompareChoice(storageOrNone('sessionStorage')));
}

const toggle = (id: number) => choice().toggle(id);
const replace = (ids: readonly number[]) => choice().replace(ids);

const nothing: readonly number[] = [];
const subscribe = (onChange: () => void) => choice().subscribe(onChange);
const clientIds = () => choice().ids();
const serverIds = () => nothing;
const clientRefused = () => choice().isRefused();
const no = () => false;
