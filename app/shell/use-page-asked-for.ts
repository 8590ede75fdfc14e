import { useEffect, useEffectEvent } from 'react';
import { createPath, useNavigate, useNavigation } from 'react-router';
import { readStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/** Under it stands, while a page is loaded anew, which one was asked for. */
const ASKED_KEY = `${site.slug}-page-asked-for`;

/**
 * Opens the page that was asked for after a deploy has taken its script away: the router can then
 * only load the open page anew, which has the new scripts and goes on from there.
 */
export function usePageAskedFor(): void {
  const { state, location } = useNavigation();
  const navigate = useNavigate();
  const keepAsked = useEffectEvent(() => {
    const asked = state === 'loading' ? createPath(location) : null;
    writeStored('sessionStorage', ASKED_KEY, asked);
  });
  useEffect(() => {
    const keep = () => keepAsked();
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
  useEffect(() => {
    const address = readStored('sessionStorage', ASKED_KEY);
    writeStored('sessionStorage', ASKED_KEY, null);
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Not by `location`: before a document is loaded as a whole, that takes the open page out of the history.
    if (address && loaded?.type === 'reload') void navigate(address);
  }, [navigate]);
}
