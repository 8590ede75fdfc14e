import { Form } from 'react-router';
import { useTypedSearch } from '#app/catalogue/list/use-typed-search.ts';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { families } from '#app/toxicology/families.ts';
import { sortedBy, type TestedQuery } from './tested-query.ts';

/**
 * Search box and sort buttons of the tested list. Plain GET forms without scripts; with them
 * `onChange` gets the new query, always back at page 1. `query` is the one asked for last.
 */
export function TestedControls({
  query,
  onChange,
}: {
  query: TestedQuery;
  onChange: (next: TestedQuery) => void;
}) {
  const { box, onType, typed } = useTypedSearch(query.search);

  function apply(next: TestedQuery) {
    const search = typed();
    const isSame =
      search === query.search && next.sort === query.sort && next.direction === query.direction;
    if (!isSame) onChange({ ...next, search, page: 1 });
  }

  return (
    <div className="grid gap-3">
      <Form
        method="get"
        role="search"
        aria-label="Tested products"
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          apply(query);
        }}
      >
        <Input
          ref={box}
          className="min-w-[min(11rem,100%)] flex-1"
          type="search"
          name="search"
          label="Filter products"
          labelHidden
          placeholder="Filter products"
          defaultValue={query.search}
          maxLength={SEARCH_BOX_CHARACTERS}
          autoComplete="off"
          enterKeyHint="search"
          onChange={onType}
        />
        <SortFields query={query} />
        <Button type="submit">Filter</Button>
      </Form>
      <div
        role="group"
        aria-label="Sort by"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2"
      >
        {families.map(({ key, name }) => (
          <SortButton
            key={key}
            name={name}
            next={sortedBy(query, `${key}_tdi_percent`)}
            query={query}
            onChoose={apply}
          />
        ))}
      </div>
    </div>
  );
}

function SortButton({
  name,
  next,
  query,
  onChoose,
}: {
  name: string;
  /** What is asked for by pressing it. */
  next: TestedQuery;
  query: TestedQuery;
  onChoose: (next: TestedQuery) => void;
}) {
  const isCurrent = next.sort === query.sort;
  const isAscending = query.direction === 'asc';
  return (
    <Form
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(next);
      }}
    >
      {query.search && <input type="hidden" name="search" value={query.search} />}
      <SortFields query={next} />
      <button
        type="submit"
        aria-pressed={isCurrent}
        className={`${buttonClass()} w-full min-w-0 gap-1! px-1! text-2xs! min-[22rem]:text-xs! aria-pressed:border-accent-ink! aria-pressed:bg-accent-wash! aria-pressed:text-accent-ink! sm:text-sm!`}
      >
        {name}
        {isCurrent && <span aria-hidden="true">{isAscending ? '↑' : '↓'}</span>}
        {isCurrent && <span className="sr-only">, {isAscending ? 'lowest' : 'highest'} first</span>}
      </button>
    </Form>
  );
}

function SortFields({ query }: { query: TestedQuery }) {
  const { sort, direction, category, lots, certainty } = query;
  const repeated = { sort, direction: sort && direction, category, lots, certainty };
  return Object.entries(repeated).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
