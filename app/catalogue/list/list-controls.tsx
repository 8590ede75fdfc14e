import { Form } from 'react-router';
import { SEARCH_BOX_CHARACTERS, SORT_CHOICES, type ListQuery } from './list-query.ts';
import { PRODUCT_SORTS } from '#app/catalogue/product.ts';
import { useTypedSearch } from './use-typed-search.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';

/**
 * Search box, sort and direction of the list. A plain GET form without scripts; with them
 * `onChange` gets the new query, always back at page 1. `query` is the one asked for last.
 */
export function ListControls({
  query,
  onChange,
}: {
  query: ListQuery;
  onChange: (next: ListQuery) => void;
}) {
  const { box, onType, typed } = useTypedSearch(query.search);
  const choice = SORT_CHOICES[query.sort];
  const opposite = query.direction === 'asc' ? 'desc' : 'asc';

  function apply(change: Partial<ListQuery> = {}) {
    const next = { ...query, search: typed(), ...change, page: 1 };
    const isSame =
      next.search === query.search &&
      next.sort === query.sort &&
      next.direction === query.direction;
    if (!isSame) onChange(next);
  }

  return (
    <Form
      method="get"
      role="search"
      aria-label="Products"
      className="flex flex-col gap-2 @2xl:flex-row"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const sent = new FormData(event.currentTarget, submitter);
        // The last one: a direction button comes after the field that repeats what is in force.
        apply({ direction: sent.getAll('direction').at(-1) === 'asc' ? 'asc' : 'desc' });
      }}
    >
      <div className="flex flex-1 gap-2">
        <Input
          ref={box}
          className="flex-1"
          type="search"
          name="search"
          label="Search products by name or brand"
          labelHidden
          placeholder="Search name or brand"
          defaultValue={query.search}
          maxLength={SEARCH_BOX_CHARACTERS}
          autoComplete="off"
          enterKeyHint="search"
          onChange={onType}
        />
        <Button type="submit">Search</Button>
      </div>
      <div className="flex gap-2">
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
        <input type="hidden" name="direction" value={query.direction} />
        {query.funding && <input type="hidden" name="funding" value={query.funding} />}
        {query.category && <input type="hidden" name="category" value={query.category} />}
        {query.mode && <input type="hidden" name="mode" value={query.mode} />}
        <Button
          type="submit"
          name="direction"
          value={opposite}
          aria-label={`${choice[query.direction]}; change to ${choice[opposite].toLowerCase()}`}
          className="min-w-0 @xs:min-w-38 max-[22.5rem]:px-2"
        >
          <span aria-hidden="true">{query.direction === 'asc' ? '↑' : '↓'}</span>{' '}
          {choice[query.direction]}
        </Button>
      </div>
    </Form>
  );
}
