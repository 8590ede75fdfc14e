import { Form } from 'react-router';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import type { comparedEater } from './compare-query.ts';

/** Adds a product to a comparison by its name or number: a GET form, with and without scripts. */
export function CompareForm({
  ids,
  whom,
  label,
}: {
  ids: readonly number[];
  /** Who eats how much, as `comparedEater` says it. */
  whom: ReturnType<typeof comparedEater>;
  label: string;
}) {
  return (
    <Form
      // What was typed goes when it has been added.
      key={ids.join()}
      method="get"
      action="/plasticlist/compare"
      preventScrollReset
      className="grid max-w-prose grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
    >
      {ids.length > 0 && <input type="hidden" name="ids" value={ids.join(',')} />}
      {whom.map(([name, value]) => (
        <input key={name} type="hidden" {...{ name, value }} />
      ))}
      <Input
        type="search"
        name="add"
        label={label}
        placeholder="Name or number"
        maxLength={SEARCH_BOX_CHARACTERS}
        autoComplete="off"
        enterKeyHint="search"
        required
      />
      <Button type="submit">Add</Button>
    </Form>
  );
}
