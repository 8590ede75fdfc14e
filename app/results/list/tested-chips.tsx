import { Link } from 'react-router';
import { CategoryChips, type GroupCount } from '#app/catalogue/list/category-chips.tsx';
import { CANT_TELL } from '#app/kit/facts.ts';
import { testedQueryString, type TestedQuery } from './tested-query.ts';

/** The groups of tested products, the two orders by their names, and what nobody can tell apart. */
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
      <CategoryChips counts={counts} chosen={query.category} to={(category) => to({ category })} />
      <div className="mt-2 flex flex-wrap gap-x-8 font-mono text-xs">
        <ul aria-label="Order" className="flex gap-4">
          {(['desc', 'asc'] as const).map((direction) => (
            <Choice
              key={direction}
              to={to({ direction })}
              isChosen={direction === query.direction}
              text={direction === 'desc' ? 'Highest first' : 'Lowest first'}
            />
          ))}
        </ul>
        <ul aria-label={`${CANT_TELL}, by the family it is sorted by`} className="flex gap-4">
          {(['certain', 'unsure'] as const).map((certainty) => (
            <Choice
              key={certainty}
              to={to({ certainty: certainty === query.certainty ? undefined : certainty })}
              isChosen={certainty === query.certainty}
              text={`${certainty === 'certain' ? 'Without' : 'Only'} “${CANT_TELL}”`}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

function Choice({ to, isChosen, text }: { to: string; isChosen: boolean; text: string }) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isChosen || undefined}
        preventScrollReset
        replace
        className="inline-flex min-h-8 items-center underline-offset-4 hover:underline aria-[current=true]:font-medium aria-[current=true]:text-accent-ink"
      >
        {text}
      </Link>
    </li>
  );
}
