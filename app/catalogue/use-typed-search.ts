import { useEffect, useRef, type RefObject } from 'react';

/** Milliseconds without typing before a search applies (spec §9). */
const SEARCH_PAUSE_MS = 300;
/** From this width on a search applies while typing; below, on submit only (spec §4, §9). */
const WIDE = '(min-width: 640px)';

/**
 * A search box that applies after a pause on wide screens, and on submit on all: give `box` and
 * `onType` to the input, and read `typed()` when anything applies, which ends a waiting pause.
 */
export function useTypedSearch(
  search: string,
  onPause: () => void,
): { box: RefObject<HTMLInputElement | null>; onType: () => void; typed: () => string } {
  const box = useRef<HTMLInputElement>(null);
  const pause = useRef<number>(undefined);

  useEffect(() => () => window.clearTimeout(pause.current), []);
  useEffect(() => {
    // The address changed by other means than typing: a link, Back, "Show all products".
    if (box.current && box.current !== document.activeElement) box.current.value = search;
  }, [search]);

  return {
    box,
    onType() {
      window.clearTimeout(pause.current);
      if (window.matchMedia(WIDE).matches) {
        pause.current = window.setTimeout(onPause, SEARCH_PAUSE_MS);
      }
    },
    typed() {
      window.clearTimeout(pause.current);
      return (box.current?.value ?? '').trim();
    },
  };
}
