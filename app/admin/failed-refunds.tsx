import { href } from 'react-router';
import { AllocateForm, type Desk } from '#app/admin/allocate-form.tsx';
import { OUTSIDE_LEAD } from '#app/admin/messages.ts';
import { minuteText } from '#app/admin/moment-text.ts';
import { Press } from '#app/admin/press.tsx';
import type { ListedRefund } from '#app/admin/refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Tag } from '#app/ui/tag.tsx';

/**
 * Refunds that Stripe has refused or that came back, each with the button that sends it again, and
 * where there is a desk for it the form that says how else it was paid.
 */
export function FailedRefunds({
  total,
  shown,
  to,
  desk,
}: {
  total: number;
  shown: (ListedRefund & { formId?: string })[];
  /** The page whose action is asked. */
  to: string;
  desk?: Desk;
}) {
  return (
    <>
      {total === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
      <ul className="mt-3">
        {shown.map(({ formId, ...refund }) => (
          <li key={refund.id} className="border-b border-line py-2 text-sm">
            <FailedRefund refund={refund} to={to} />
            {desk && formId && (
              <AllocateForm
                subject={refund.id}
                formId={formId}
                summary={`${formatDollars(refund.amount)} was paid another way`}
                submit={`Note that ${formatDollars(refund.amount)} is paid`}
                lead={OUTSIDE_LEAD}
                choices={[{ to: 'outside', text: '' }]}
                wentBack={refund.wentBack}
                {...desk}
              />
            )}
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-2 text-sm text-ink-soft">and {total - shown.length} more</p>
      )}
      {!desk && total > 0 && (
        <p className="mt-2 text-sm">
          <a href={`${href('/admin/people')}#failed-refunds`} className="link">
            Note one that was paid another way
          </a>
        </p>
      )}
    </>
  );
}

function FailedRefund({ refund, to }: { refund: ListedRefund; to: string }) {
  const { id, amount, product, why, failure, requestedAt, isContested, wentBack } = refund;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p>
          {formatDollars(amount)}
          {product && ` of ${paddedId(product.id)} ${product.name}`}: {why}{' '}
          {isContested && <Tag tone="warn">contested at the bank</Tag>}{' '}
          {wentBack > 0 && (
            <Tag tone="warn">{formatDollars(wentBack)} of its payment went back at Stripe</Tag>
          )}
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
    </div>
  );
}
