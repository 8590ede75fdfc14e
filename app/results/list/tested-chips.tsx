import { Link } from 'react-router';
import type { GroupCount } from './group-counts.server.ts';
import { testedQueryString, type TestedQuery } from './tested-query.ts';

const chip =
  'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-full border border-line-strong px-3.5 text-sm hover:border-accent-ink hover:bg-accent-wash aria-[current=true]:border-accent-ink aria-[current=true]:bg-accent-wash aria-[current=true]:text-accent-ink';

/** The groups of tested products, with how many each has, and the two orders by their names. */
export function TestedChips({
  query,
  counts,
}: {
  query: TestedQuery;
  counts: readonly GroupCount[];
}) {
  const to = (change: Partial<TestedQuery>) =>
    testedQueryString({ ...query, page: 1, ...change }) || '?';
  return (
    <>
      {/* One row to be pushed along on a phone: the first product is to be seen below it. */}
      <ul
        aria-label="Categories"
        className="mt-3 flex gap-2 max-sm:overflow-x-auto max-sm:py-1 sm:flex-wrap"
      >
        {counts.map(({ key, name, count }) => {
          const isChosen = key === query.category;
          return (
            <li key={key}>
              <Link
                to={to({ category: isChosen ? undefined : key })}
                aria-current={isChosen || undefined}
                preventScrollReset
                replace
                className={chip}
              >
                {name} <span className="text-ink-faint tabular">{count}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <ul aria-label="Order" className="mt-2 flex gap-4 font-mono text-xs">
        {(['desc', 'asc'] as const).map((direction) => (
          <li key={direction}>
            <Link
              to={to({ direction })}
              aria-current={direction === query.direction || undefined}
              preventScrollReset
              replace
              className="inline-flex min-h-8 items-center underline-offset-4 hover:underline aria-[current=true]:font-medium aria-[current=true]:text-accent-ink"
            >
              {direction === 'desc' ? 'Highest first' : 'Lowest first'}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
