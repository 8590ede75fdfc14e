import { minuteText } from '#app/admin/moment-text.ts';
import { Press } from '#app/admin/press.tsx';
import type { ListedRefund } from '#app/admin/refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';

/** Refunds that Stripe has refused or that came back, each with the button that sends it again. */
export function FailedRefunds({
  total,
  shown,
  to,
}: {
  total: number;
  shown: ListedRefund[];
  /** The page whose action is asked. */
  to: string;
}) {
  return (
    <>
      {total === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
      <ul className="mt-3">
        {shown.map(({ id, amount, product, why, failure, requestedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2 text-sm"
          >
            <div className="min-w-0">
              <p>
                {formatDollars(amount)}
                {product && ` of ${paddedId(product.id)} ${product.name}`}: {why}
              </p>
              <p className="font-mono text-xs wrap-anywhere text-ink-soft">
                {id} · owed since {minuteText(requestedAt)}
                {failure && ` · ${failure}`}
              </p>
            </div>
            <Press
              to={to}
              intent="retry-refund"
              fields={{ refund: id }}
              about={`the refund of ${formatDollars(amount)}, ${id}`}
            >
              Send again
            </Press>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-2 text-sm text-ink-soft">and {total - shown.length} more</p>
      )}
    </>
  );
}
