import { Link } from 'react-router';

/** A group of products and how many a list has of it. */
export interface GroupCount {
  key: string;
  name: string;
  count?: number;
}

const chip =
  'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-full border border-line-strong px-3 text-sm sm:px-3.5 hover:border-accent-ink hover:bg-accent-wash aria-[current=true]:border-accent-ink aria-[current=true]:bg-accent-wash aria-[current=true]:text-accent-ink';

/** The groups of a list as links, with how many products each has; the chosen one lets go again. */
export function CategoryChips({
  label = 'Categories',
  counts,
  chosen,
  most = Infinity,
  to,
}: {
  label?: string;
  counts: readonly GroupCount[];
  chosen: string | undefined;
  /** How far products are counted; 0 where their number is not that of the list. */
  most?: number;
  /** The address of the list of a group, or of all of them. */
  to: (category: string | undefined) => string;
}) {
  if (counts.length === 0) return null;
  return (
    // One row to be pushed along on a phone: the first product is to be seen below it.
    <ul
      aria-label={label}
      className="mt-3 flex gap-2 max-sm:overflow-x-auto max-sm:py-1 sm:flex-wrap"
    >
      {counts.map(({ key, name, count = 0 }) => (
        <li key={key}>
          <Link
            to={to(key === chosen ? undefined : key)}
            aria-current={key === chosen || undefined}
            preventScrollReset
            replace
            className={chip}
          >
            {name}{' '}
            {most > 0 && (
              <span className="text-ink-faint tabular">{count < most ? count : `${most}+`}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
