import { Press } from '#app/admin-ui/desk-form.tsx';
import type { ShownProduct } from './load-product.server.ts';
import { LOOK_LEAD } from './messages.ts';
import type { WrittenSubmission } from './submissions.server.ts';
import { TitledPanel } from '#app/ui/panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';

/** What visitors wrote of a product; while nobody has looked at it, the button that says one has. */
export function LookPanel({
  product,
  written,
}: {
  product: ShownProduct;
  written: WrittenSubmission[];
}) {
  const { awaitsReview } = product;
  return (
    <TitledPanel
      id="written"
      title="What visitors wrote"
      note={awaitsReview ? 'not yet reviewed' : undefined}
    >
      {awaitsReview && (
        <div className="mt-3 flex flex-col items-start gap-4">
          <p className="text-sm text-ink-soft">{LOOK_LEAD}</p>
          <Press intent="look" fields={{}} about={product.fields.name}>
            Mark as reviewed
          </Press>
        </div>
      )}
      <WrittenList written={written} />
    </TitledPanel>
  );
}

/** What visitors wrote of a product when they added it, in their own words and lines. */
export function WrittenList({ written }: { written: WrittenSubmission[] }) {
  return (
    <ul>
      {written.map(({ at, name, upc, productUrl, comments, amountCents }) => (
        <li key={at} className="border-b border-line py-2 text-sm last:border-0">
          <p className="wrap-anywhere">{name}</p>
          <p className="font-mono text-xs wrap-anywhere text-ink-soft">
            {minuteText(at)} · {formatCents(amountCents)} · barcode: {upc || 'none given'}
          </p>
          <p className="font-mono text-xs wrap-anywhere">
            <a href={productUrl} rel="noopener noreferrer nofollow" className="link">
              {productUrl}
            </a>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">
            {comments || 'No comments.'}
          </p>
        </li>
      ))}
    </ul>
  );
}
