import { useEffect, useRef, useState } from 'react';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';

/** Spec §9 "Easter egg". */
const DIFFERENT_CHEMICALS = 3;
const DELAY_MS = 500;

/**
 * Who looks up three different chemicals on one page view meets the cat, half a second after the
 * third, and once. `noticeChemical` is told of each that is looked up.
 */
export function useLabCat() {
  const [isOpen, setOpen] = useState(false);
  const lookedUp = useRef(new Set<ChemicalKey>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function noticeChemical(chemical: ChemicalKey) {
    const before = lookedUp.current.size;
    const now = lookedUp.current.add(chemical).size;
    if (now === before || now !== DIFFERENT_CHEMICALS) return;
    timer.current = setTimeout(() => setOpen(true), DELAY_MS);
  }

  return { isOpen, close: () => setOpen(false), noticeChemical };
}
