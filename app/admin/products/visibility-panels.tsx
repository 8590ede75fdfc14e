import { href } from 'react-router';
import type { ShownProduct } from './load-product.server.ts';
import { Sure } from '#app/desk/desk-form.tsx';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** Takes a product out of sight for a while, or shows it again. */
export function HidePanel({ product: { id, isHidden } }: { product: ShownProduct }) {
  return (
    <TitledPanel id="hide" title="Hide" note={isHidden ? 'hidden' : undefined}>
      <form method="post" action={href('/admin/products/:id', { id: String(id) })} className="mt-3">
        <p className="text-sm text-ink-soft">
          {isHidden
            ? 'It is hidden. Once shown again, it can be found and funded as before.'
            : 'A hidden product is not in lists or search, its page says so, and no new checkout can include it. Contributions stay, and anyone already paying can finish.'}
        </p>
        <Button type="submit" name="intent" value={isHidden ? 'show' : 'hide'} className="mt-4">
          {isHidden ? 'Show it again' : 'Hide it'}
        </Button>
      </form>
    </TitledPanel>
  );
}

/** Takes a product off the list for good. */
export function RemovePanel({ product }: { product: ShownProduct }) {
  const { id, raisedCents, contributors, isBegun } = product;
  if (isBegun) return null;
  return (
    <TitledPanel id="remove" title="Take off the list">
      <form
        method="post"
        action={href('/admin/products/:id', { id: String(id) })}
        className="mt-3 flex flex-col items-start gap-4"
      >
        <input type="hidden" name="raisedCents" value={raisedCents} />
        <p className="text-sm text-ink-soft">
          Takes it off the list permanently and refunds every contribution; Stripe keeps its fees.
          Not possible once testing has begun.
        </p>
        <Select label="Why" name="reason" className="w-full">
          <option value="removed">It should not be on the list</option>
          <option value="untestable">The laboratory cannot test it</option>
        </Select>
        <Sure>
          {raisedCents > 0 &&
            `Refund ${formatCents(raisedCents)} to ${counted(contributors, 'contributor')} and take it off the list`}
          {raisedCents === 0 && 'Take it off the list; no money has to go back'}
        </Sure>
        <Button type="submit" name="intent" value="remove">
          Take it off the list
        </Button>
      </form>
    </TitledPanel>
  );
}
