import { useEffect, useRef, type ChangeEvent } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Milliseconds without typing before a search applies. */
const SEARCH_PAUSE_MS = 300;
/** From this width on a search applies while typing; below, on submit only. */
const WIDE = '(min-width: 640px)';

/**
 * A search box whose form is submitted after a pause on wide screens, and by the visitor on all:
 * give `box` and `onType` to the input, and read `typed()` when anything applies, which ends a
 * waiting pause. `search` is what the list was asked for last, answered or not.
 */
export function useTypedSearch(search: string) {
  const box = useRef<HTMLInputElement>(null);
  const pause = useRef<number>(undefined);
  const { pathname } = useLocation();
  const next = useNavigation().location;
  const isLeaving = next !== undefined && next.pathname !== pathname;

  useEffect(() => {
    // A search that applied on the way to another page would turn the visitor back; a press on a
    // link counts at once, as a busy browser draws the way there later than the pause ends.
    const end = () => {
      window.clearTimeout(pause.current);
      pause.current = undefined;
    };
    const onPress = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
      const isAside = ctrlKey || metaKey || shiftKey || link?.target || link?.download;
      if (link && !isAside && link.pathname !== location.pathname) end();
    };
    if (isLeaving) end();
    document.addEventListener('click', onPress, true);
    return () => {
      end();
      document.removeEventListener('click', onPress, true);
    };
  }, [isLeaving]);
  const shown = useRef(search);
  useEffect(() => {
    // What stands there at first was asked for, or was typed before the scripts ran.
    if (!box.current || search === shown.current) return;
    shown.current = search;
    // Asked for by other means than typing: a link, Back. What still waits for its pause is newer.
    if (pause.current === undefined && box.current.value.trim() !== search)
      box.current.value = search;
  }, [search]);

  return {
    box,
    onType({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) {
      window.clearTimeout(pause.current);
      if (window.matchMedia(WIDE).matches) {
        pause.current = window.setTimeout(() => form?.requestSubmit(), SEARCH_PAUSE_MS);
      }
    },
    typed() {
      window.clearTimeout(pause.current);
      pause.current = undefined;
      return (box.current?.value ?? '').trim();
    },
  };
}
