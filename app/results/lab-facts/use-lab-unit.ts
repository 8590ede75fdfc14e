import { useState, useSyncExternalStore } from 'react';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { labUnitFor, type LabUnit } from './lab-units.ts';

/** Under this name a browser keeps the unit that results were last read in. */
const LAB_UNIT_KEY = 'lab_results_unit';

/**
 * The unit of the results table and its setter. What the visitor chose is kept, also where this
 * product cannot offer it: the table then falls back to the default. The server renders the
 * default, and so does the first paint of a browser.
 */
export function useLabUnit(servingG: number | null): [LabUnit, (key: string) => void] {
  const kept = useSyncExternalStore(never, keptUnit, nothing);
  const [chosen, setChosen] = useState<string | null>(null);

  function choose(key: string) {
    keepUnit(key);
    setChosen(key);
  }

  return [labUnitFor(chosen ?? kept, servingG), choose];
}

/** What another tab chooses need not change the table under a reader's eyes. */
const never = () => () => {};
const nothing = () => null;

function keptUnit(): string | null {
  try {
    return storageOrNone('localStorage')?.getItem(LAB_UNIT_KEY) ?? null;
  } catch {
    return null;
  }
}

function keepUnit(key: string): void {
  try {
    storageOrNone('localStorage')?.setItem(LAB_UNIT_KEY, key);
  } catch {
    // A full or closed storage: the choice holds for as long as the page stands.
  }
}
