import { Link } from 'react-router';
import { CategoryChips, type GroupCount } from '#app/catalogue/list/category-chips.tsx';
import { Filters } from '#app/catalogue/list/filters.tsx';
import { CANT_TELL } from '#app/kit/facts.ts';
import { sortedFamily } from '#app/results/risk-level-row.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { CERTAINTIES, testedQueryString, type TestedQuery } from './tested-query.ts';

/** The groups of tested products, what nobody can tell of, and the order of the list in words. */
export function TestedChips({
  query,
  counts,
}: {
  query: TestedQuery;
  counts: readonly GroupCount[];
}) {
  const to = (change: Partial<TestedQuery>) =>
    testedQueryString({ ...query, page: 1, ...change }) || '?';
  const { sort, direction, category, certainty, lots } = query;
  const family = sort && familyOf(sortedFamily(sort)).name.toLowerCase();
  return (
    <>
      <div className="mt-3">
        <Filters on={[category, certainty, lots].filter(Boolean).length}>
          <CategoryChips counts={counts} chosen={category} to={(key) => to({ category: key })} />
          <ul
            aria-label={`${CANT_TELL}, ${family ? `of ${family}` : 'in any family'}`}
            className="mt-2 flex flex-wrap gap-x-4 font-mono text-xs"
          >
            {CERTAINTIES.map((key) => (
              <Choice
                key={key}
                to={to({ certainty: key === certainty ? undefined : key })}
                isChosen={key === certainty}
                text={`${key === 'certain' ? 'Without' : 'Only'} “${CANT_TELL}”`}
              />
            ))}
          </ul>
          <ul aria-label="Lots" className="flex font-mono text-xs">
            <Choice
              to={to({ lots: lots ? undefined : 'current' })}
              isChosen={lots !== undefined}
              text="Without lots no longer sold"
            />
          </ul>
        </Filters>
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        <span>
          {family
            ? `By ${family}, ${direction === 'asc' ? 'lowest' : 'highest'} first. `
            : 'Low for certain in the most families first.'}
        </span>
        {family && (
          <Link to={to({ sort: undefined })} preventScrollReset replace className="link">
            Low in the most families first
          </Link>
        )}
      </p>
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
