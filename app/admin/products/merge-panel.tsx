import { Form, href } from 'react-router';
import type { ShownProduct } from './load-product.server.ts';
import { mergePreview } from './messages.ts';
import { Sure } from '#app/desk/desk-form.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** What merging would do, or why it cannot be. */
type Preview =
  | { error: string }
  | {
      survivor: { id: number; name: string; brand: string | null; raisedCents: number };
      movedCents: number;
      excessCents: number;
    };

/** Merges a duplicate: first a look at what would happen, then a box and a button. */
export function MergePanel({
  product,
  into,
  preview,
}: {
  product: ShownProduct;
  /** The code that was looked at, as it was typed. */
  into: string;
  preview: Preview | undefined;
}) {
  const address = href('/admin/products/:id', { id: String(product.id) });
  const refused = preview && 'error' in preview ? preview.error : undefined;
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
          className="min-w-0 flex-1"
        />
        <Button type="submit">Look</Button>
      </Form>
      {refused && (
        <Notice tone="error" className="mt-4">
          {refused}
        </Notice>
      )}
      {preview && 'survivor' in preview && (
        <form
          method="post"
          // Refused, the page shows what it would do now.
          action={`${address}?into=${preview.survivor.id}`}
          className="mt-4 flex flex-col items-start gap-4"
        >
          <input type="hidden" name="into" value={preview.survivor.id} />
          <input type="hidden" name="movedCents" value={preview.movedCents} />
          <input type="hidden" name="excessCents" value={preview.excessCents} />
          <p className="text-sm">
            <a
              href={href('/admin/products/:id', { id: String(preview.survivor.id) })}
              className="link wrap-anywhere"
            >
              {preview.survivor.id} {preview.survivor.name}
            </a>{' '}
            by {preview.survivor.brand ?? 'an unknown brand'} stays.{' '}
            {mergePreview(preview.movedCents, preview.excessCents)}
          </p>
          <Sure>
            Merge {product.id} into {preview.survivor.id}, for good
          </Sure>
          <Button type="submit" name="intent" value="merge">
            Merge them
          </Button>
        </form>
      )}
    </TitledPanel>
  );
}
