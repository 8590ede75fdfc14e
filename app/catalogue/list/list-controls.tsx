import { Form } from 'react-router';
import { SEARCH_BOX_CHARACTERS, SORT_CHOICES, type ListQuery } from './list-query.ts';
import { PRODUCT_SORTS } from '#app/catalogue/product.ts';
import { useTypedSearch } from './use-typed-search.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';

interface ControlProps {
  /** The one that was asked for last. */
  query: ListQuery;
  /** Gets the new query, always back at page 1. */
  onChange: (next: ListQuery) => void;
}

/**
 * The one search of the home page: it narrows the list down, and above that shows what is tested. A plain
 * GET form without scripts.
 */
export function ListSearch({ query, onChange }: ControlProps) {
  const { box, onType, typed } = useTypedSearch(query.search);
  const { search: _, ...others } = query;
  return (
    <Form
      method="get"
      role="search"
      aria-label="Products"
      className="mt-3 flex max-w-prose flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const search = typed();
        if (search !== query.search) onChange({ ...query, search, page: 1 });
      }}
    >
      <Input
        ref={box}
        className="min-w-[min(11rem,100%)] flex-1"
        type="search"
        name="search"
        label="Search products by name or brand"
        labelHidden
        placeholder="Product, brand, or barcode"
        defaultValue={query.search}
        maxLength={SEARCH_BOX_CHARACTERS}
        autoComplete="off"
        enterKeyHint="search"
        onChange={onType}
      />
      <Repeated query={others} />
      <Button type="submit" variant="primary">
        Search
      </Button>
    </Form>
  );
}

/** Sort and direction of the list. A plain GET form without scripts. */
export function ListSort({ query, onChange }: ControlProps) {
  const choice = SORT_CHOICES[query.sort];
  const opposite = query.direction === 'asc' ? 'desc' : 'asc';
  const { sort: _, ...others } = query;

  function apply(change: Partial<ListQuery>) {
    const next = { ...query, ...change, page: 1 };
    if (next.sort !== query.sort || next.direction !== query.direction) onChange(next);
  }

  return (
    <Form
      method="get"
      aria-label="Sort"
      className="flex min-w-0 gap-2 sm:@max-2xl:col-span-full @2xl:relative @2xl:col-start-2 @2xl:row-start-1 @2xl:mt-2 @2xl:self-start"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const sent = new FormData(event.currentTarget, submitter);
        // The last one: a direction button comes after the field that repeats what is in force.
        apply({ direction: sent.getAll('direction').at(-1) === 'asc' ? 'asc' : 'desc' });
      }}
    >
      <Select
        key={query.sort}
        className="flex-1"
        name="sort"
        label="Sort by"
        labelHidden
        defaultValue={query.sort}
        onChange={(event) => {
          const sort = PRODUCT_SORTS.find((known) => known === event.target.value);
          apply({ sort, direction: 'desc' });
        }}
      >
        {PRODUCT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_CHOICES[sort].name}
          </option>
        ))}
      </Select>
      <Repeated query={others} />
      <Button
        type="submit"
        name="direction"
        value={opposite}
        aria-label={`${choice[query.direction]}; change to ${choice[opposite].toLowerCase()}`}
        className="min-w-0 max-sm:px-4 sm:min-w-38"
      >
        <span aria-hidden="true">{query.direction === 'asc' ? '↑' : '↓'}</span>{' '}
        <span className="max-sm:sr-only">{choice[query.direction]}</span>
      </Button>
    </Form>
  );
}

/** What a form leaves as it is. */
function Repeated({ query }: { query: Partial<ListQuery> }) {
  return (['search', 'sort', 'direction', 'panel', 'funding', 'category', 'mode'] as const).map(
    (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
  );
}
