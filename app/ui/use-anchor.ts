import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/**
 * The anchor that the address names, without `#`; empty without one. Undefined until scripts have
 * taken the page over: the server is never told of it. What it names gets the focus, as it would
 * from the browser, so that reading and the Tab key go on from there.
 */
export function useAnchor(): string | undefined {
  const { hash, key } = useLocation();
  const anchor = hash.slice(1);
  useEffect(() => {
    const target = anchor ? document.getElementById(anchor) : null;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [anchor, key]);
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isTakenOver ? anchor : undefined;
}

function neverChanges() {
  return () => {};
}
