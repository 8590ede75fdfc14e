import { useLocation, useNavigation } from 'react-router';
import { usePageAskedFor } from './use-page-asked-for.ts';

/**
 * A moving line along the top while another page is on its way, and words below the navigation once
 * that takes longer than a moment. Both lie over the page, so that nothing on it moves.
 */
export function PendingBar() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  usePageAskedFor();
  const isLeaving = navigation.state === 'loading' && navigation.location.pathname !== pathname;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 print:hidden">
      {isLeaving && (
        <>
          <div className="h-0.5 overflow-hidden">
            <div className="h-full w-2/5 animate-sweep bg-accent" />
          </div>
          <p className="absolute inset-x-0 top-20 flex animate-late justify-center px-4">
            <span className="rounded-md border border-line bg-paper-raised px-3 py-1.5 text-sm text-ink-soft shadow-raised">
              Loading…
            </span>
          </p>
        </>
      )}
    </div>
  );
}
