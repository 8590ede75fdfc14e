import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Says the title of the page that a link led to, as the browser does of a page that it loads; so
 * the first page's is left to the browser.
 */
export function ArrivalNotice() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only print:hidden">
      {title}
    </p>
  );
}

/**
 * Moves focus to the new page's heading when the path changes, or to what the address names after
 * `#`, so that a screen reader reads on from there; the first page and changes of the query string
 * leave focus alone.
 */
export function useFocusOnArrival(mainId: string): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById(mainId);
    const named = hash ? document.getElementById(hash.slice(1)) : null;
    const target = named ?? main?.querySelector('h1') ?? main;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname, hash, mainId]);
}
