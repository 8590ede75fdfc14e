import { minuteText } from '#app/admin/moment-text.ts';
import { RefundForm } from '#app/admin/refund-form.tsx';
import type { ListedReview } from '#app/admin/refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Payments that were not what their order asked for, each with the form that sends it back. */
export function ReviewList({ reviews, total }: { reviews: ListedReview[]; total: number }) {
  return (
    <Panel aria-labelledby="reviews">
      <RuleLabel id="reviews" note={String(total)}>
        Payments under review
      </RuleLabel>
      <ul className="mt-3">
        {reviews.map(({ id, amount, note, session, paidAt }) => (
          <li key={id} className="border-b border-line py-2 text-sm">
            <p className="wrap-anywhere">
              {formatDollars(amount)} ordered: {note ?? 'not as ordered'}
            </p>
            <p className="font-mono text-xs wrap-anywhere text-ink-soft">
              {[`recorded ${minuteText(paidAt)}`, `order ${id}`, session]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <RefundForm intent="refund-review" fields={{ order: id }} about="what was paid" />
          </li>
        ))}
      </ul>
      {total > reviews.length && (
        <p className="mt-2 text-sm text-ink-soft">and {total - reviews.length} more</p>
      )}
    </Panel>
  );
}
