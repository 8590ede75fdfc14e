import { href, Form } from 'react-router';
import type { loadMergePreview, ShownProduct } from './load-product.server.ts';
import { DeskForm, IntentButton, Sure } from '#app/admin-ui/desk-form.tsx';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { Button } from '#app/ui/button.tsx';
import { Select, Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { mergePreview } from './messages.ts';

/** Takes a product out of sight for a while, or shows it again. */
export function HidePanel({ product: { isHidden } }: { product: ShownProduct }) {
  return (
    <TitledPanel id="hide" title="Hide" note={isHidden ? 'hidden' : undefined}>
      <DeskForm className="mt-3">
        <p className="text-sm text-ink-soft">
          {isHidden
            ? 'It is hidden. Once shown again, it can be found and funded as before.'
            : 'A hidden product is not in lists or search, its page says so, and no new checkout can include it. Contributions stay, and anyone already paying can finish.'}
        </p>
        <IntentButton intent={isHidden ? 'show' : 'hide'} size="large" className="mt-4">
          {isHidden ? 'Show it again' : 'Hide it'}
        </IntentButton>
      </DeskForm>
    </TitledPanel>
  );
}

/** Takes a product off the list for good. */
export function RemovePanel({ product }: { product: ShownProduct }) {
  const { raisedCents, contributors, isBegun } = product;
  if (isBegun) return null;
  return (
    <TitledPanel id="remove" title="Take off the list">
      <DeskForm className="mt-3 flex flex-col items-start gap-4" fields={{ raisedCents }}>
        <p className="text-sm text-ink-soft">
          Takes it off the list permanently and refunds every contribution; Stripe keeps its fees.
          Not possible once the first sample has been bought.
        </p>
        <RemovalReason />
        <Sure>
          {raisedCents > 0
            ? `Refund ${formatCents(raisedCents)} to ${counted(contributors, 'contributor')} and take it off the list`
            : 'Take it off the list; no money has to go back'}
        </Sure>
        <IntentButton intent="remove" size="large">
          Take it off the list
        </IntentButton>
      </DeskForm>
    </TitledPanel>
  );
}

/** Why something is taken off the list for good. */
export function RemovalReason() {
  return (
    <Select label="Why" name="reason" className="w-full">
      <option value="removed">It should not be on the list</option>
      <option value="untestable">The laboratory cannot test it</option>
    </Select>
  );
}

/** Merges a duplicate: first a look at what would happen, then a box and a button. */
export function MergePanel({
  product,
  into,
  preview,
}: {
  product: ShownProduct;
  /** The code that was looked at, as it was typed. */
  into: string;
  preview: Awaited<ReturnType<typeof loadMergePreview>> | undefined;
}) {
  const address = href('/admin/products/:id', { id: String(product.id) });
  const { survivor, movedCents = 0, excessCents = 0, too, error } = preview ?? {};
  return (
    <TitledPanel id="merge" title="Merge">
      <p className="mt-3 text-sm text-ink-soft">
        For a product that is listed twice. Everything it has moves to the other entry, and its
        address leads there. This cannot be undone.
      </p>
      <Form method="get" action={address} reloadDocument className="mt-4 flex items-end gap-3">
        <Input
          label="Code of the product to keep"
          name="into"
          inputMode="numeric"
          defaultValue={into}
          required
          autoComplete="off"
          error={error}
          className="min-w-0 flex-1"
        />
        <Button type="submit">Look</Button>
      </Form>
      {survivor && (
        <DeskForm
          // Refused, the page shows what it would do now.
          action={`${address}?into=${survivor.id}`}
          className="mt-4 flex flex-col items-start gap-4"
          fields={{ into: survivor.id, movedCents, excessCents }}
        >
          <p className="text-sm">
            <a
              href={href('/admin/products/:id', { id: String(survivor.id) })}
              className="link wrap-anywhere"
            >
              {survivor.id} {survivor.name}
            </a>{' '}
            by {survivor.brand ?? 'an unknown brand'} stays.{' '}
            {mergePreview(movedCents, excessCents, too)}
          </p>
          <Sure>
            Merge {product.id} into {survivor.id}, for good
          </Sure>
          <IntentButton intent="merge" size="large">
            Merge them
          </IntentButton>
        </DeskForm>
      )}
    </TitledPanel>
  );
}
