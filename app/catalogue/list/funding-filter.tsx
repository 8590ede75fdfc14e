import { Link } from 'react-router';
import { chip } from './category-chips.tsx';
import { FUNDING_STATES, type FundingState } from './funding-states.ts';
import { listQueryString, type ListQuery } from './list-query.ts';
import { SEARCH_COVERS_ALL } from '#app/catalogue/messages.ts';

const choices = [...Object.entries(FUNDING_STATES), [undefined, 'All'] as const];

/** The states of a list as links, one press away; a search looks through all of them, and says so. */
export function FundingFilter({ query }: { query: ListQuery }) {
  if (query.search) return <p className="mt-3 text-sm text-ink-soft">{SEARCH_COVERS_ALL}</p>;
  return (
    <ul aria-label="Shown" className="mt-3 flex flex-wrap gap-2">
      {choices.map(([key, name]) => (
        <li key={name}>
          <Link
            to={listQueryString({ ...query, funding: key as FundingState, page: 1 }) || '?'}
            aria-current={key === query.funding || undefined}
            preventScrollReset
            replace
            className={chip}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
