import { useSyncExternalStore } from 'react';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { createCompareChoice, type CompareChoice } from './compare-choice.ts';

/** The products that this tab has chosen to compare, the same in every component. */
export function useCompareChoice() {
  const ids = useSyncExternalStore(subscribe, clientIds, serverIds);
  const isRefused = useSyncExternalStore(subscribe, clientRefused, no);
  return { ids, isRefused, toggle, replace };
}

let shared: CompareChoice | undefined;

function choice(): CompareChoice {
  shared ??= createCompareChoice(storageOrNone('sessionStorage'));
  return shared;
}

const toggle = (id: number) => choice().toggle(id);
const replace = (ids: readonly number[]) => choice().replace(ids);

const nothing: readonly number[] = [];
const subscribe = (onChange: () => void) => choice().subscribe(onChange);
const clientIds = () => choice().ids();
const serverIds = () => nothing;
const clientRefused = () => choice().isRefused();
const no = () => false;
