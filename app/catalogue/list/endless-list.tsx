import { Link } from 'react-router';
import type { Key, ReactNode } from 'react';
import type { EndlessListState } from './use-endless-list.ts';
import { counted } from '#app/kit/text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useSentinel } from '#app/ui/use-sentinel.ts';

/** Below the viewport, where the next page is added. */
const SENTINEL_MARGIN = '100px';

/** Where it is asked for: early enough that the footer is not seen, and then pushed down. */
const AHEAD_MARGIN = '100%';

/** Items before what stands among them. */
const BEFORE_INTERLUDE = 3;

/**
 * An endless list as it is seen: items, what is loading, what failed, and its end. Without scripts
 * it ends in a link to the next page.
 */
export function EndlessList<T>({
  list,
  loadingText,
  keyOf,
  renderItem,
  previous,
  next,
  threshold,
  entryHeight,
  interlude,
}: {
  list: EndlessListState<T>;
  /** Said while a further page loads. */
  loadingText: string;
  keyOf: (item: T) => Key;
  renderItem: (item: T, index: number) => ReactNode;
  /** Addresses of the pages around the one that was served, where there are any. */
  previous?: string;
  next?: string;
  /** Share of the list's end that has to be seen before more is loaded, 0 to 1. */
  threshold?: number;
  /** Class that says by `--entry-height` how high an entry is about, where it is not 16 rem. */
  entryHeight?: string;
  /** Stands after the first items, and stays as it is while there come more. */
  interlude?: ReactNode;
}) {
  const growing = { enabled: list.more && !list.loading && !list.failure, pageNumber: list.page };
  const ahead = useSentinel({ ...growing, margin: AHEAD_MARGIN, onSeen: list.askAhead });
  const sentinel = useSentinel({
    ...growing,
    margin: SENTINEL_MARGIN,
    threshold,
    onSeen: () => void list.loadMore(),
  });
  const entry = (item: T, index: number) => (
    <li key={keyOf(item)} className="skipped-unseen">
      {renderItem(item, index)}
    </li>
  );
  return (
    <div aria-busy={list.loading}>
      {previous && (
        <div className="pt-5">
          <PageLink to={previous}>Previous page</PageLink>
        </div>
      )}
      <ul className={entryHeight}>
        {list.items.slice(0, BEFORE_INTERLUDE).map(entry)}
        {interlude && <li>{interlude}</li>}
        {list.items
          .slice(BEFORE_INTERLUDE)
          .map((item, index) => entry(item, index + BEFORE_INTERLUDE))}
      </ul>
      {list.loading && <SystemLine className="py-6">{loadingText}</SystemLine>}
      {list.failure && (
        <div className="mt-5">
          <RetryNotice retry={() => void list.loadMore()}>{list.failure}</RetryNotice>
        </div>
      )}
      {/* There from the start, so that what changes in it is said. */}
      <p role="status" className="sr-only">
        {`${list.items.length} of ${list.total} shown`}
      </p>
      <div ref={ahead} aria-hidden="true" />
      <div ref={sentinel} aria-hidden="true" className="h-px" />
      {next && (
        <div className="hidden pt-5 noscript:block">
          <PageLink to={next}>Next page</PageLink>
        </div>
      )}
      {!list.more && (
        <p className="label pt-6 text-center text-ink-faint">
          End of the list · {counted(list.total, 'product')}
        </p>
      )}
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass()}>
      {children}
    </Link>
  );
}
