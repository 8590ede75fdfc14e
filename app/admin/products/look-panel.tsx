import { href } from 'react-router';
import { Press } from '#app/desk/desk-form.tsx';
import type { ShownProduct } from './load-product.server.ts';
import { LOOK_LEAD } from './messages.ts';
import type { WrittenSubmission } from './submissions.server.ts';
import { WrittenList } from './written-list.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** What visitors wrote of a product; while nobody has looked at it, the button that says one has. */
export function LookPanel({
  product,
  written,
}: {
  product: ShownProduct;
  written: WrittenSubmission[];
}) {
  const { id, awaitsReview } = product;
  return (
    <TitledPanel
      id="written"
      title="What visitors wrote"
      note={awaitsReview ? 'not yet reviewed' : undefined}
    >
      {awaitsReview && (
        <div className="mt-3 flex flex-col items-start gap-4">
          <p className="text-sm text-ink-soft">{LOOK_LEAD}</p>
          <Press
            to={href('/admin/products/:id', { id: String(id) })}
            intent="look"
            fields={{}}
            about={product.fields.name}
          >
            Mark as reviewed
          </Press>
        </div>
      )}
      <WrittenList written={written} />
    </TitledPanel>
  );
}
