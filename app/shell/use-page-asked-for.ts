import { useEffect } from 'react';
import { createPath, type useNavigation } from 'react-router';
import { readStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/** Under it stands, while a page is loaded anew, which one was asked for. */
const ASKED_KEY = `${site.slug}-page-asked-for`;

/**
 * Opens the page that was asked for after a deploy has taken its script away: the router can then
 * only load the open page anew, which has the new scripts and goes on from there.
 */
export function usePageAskedFor({ state, location }: ReturnType<typeof useNavigation>): void {
  const asked = state === 'loading' ? createPath(location) : null;
  useEffect(() => {
    const keep = () => writeStored('sessionStorage', ASKED_KEY, asked);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [asked]);
  useEffect(() => {
    const address = readStored('sessionStorage', ASKED_KEY);
    writeStored('sessionStorage', ASKED_KEY, null);
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (address && loaded?.type === 'reload') window.location.assign(address);
  }, []);
}
