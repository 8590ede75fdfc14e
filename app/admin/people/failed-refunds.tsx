import { href } from 'react-router';
import { AllocateForm, PayAnyway, type UnmatchedDesk } from './allocate-form.tsx';
import { Details, ListPanel } from '#app/desk/list-panel.tsx';
import { payerText, sendText } from './whose-words.ts';
import { minuteText } from '#app/kit/day-text.ts';
import { Press } from '#app/desk/desk-form.tsx';
import type { FailedRefund } from './refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Tag } from '#app/ui/tag.tsx';

/**
 * Refunds that Stripe has refused or that came back, each with the button that sends it again and
 * the form that says how else it was paid.
 */
export function FailedRefunds({
  shown,
  total,
  ...desk
}: UnmatchedDesk & { shown: FailedRefund[]; total: number }) {
  return (
    <ListPanel
      id="failed-refunds"
      title="Failed refunds"
      command="refunds failed"
      {...{ shown, total }}
    >
      {({ product, why, failure, requestedAt, isContested, ...refund }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p>
                {formatDollars(refund.amount)}
                <span>{product && ` of ${paddedId(product.id)} ${product.name}`}</span> to{' '}
                {payerText(refund.email)}: {why}{' '}
                <span>{isContested && <Tag tone="warn">disputed with the bank</Tag>}</span>{' '}
                {refund.wentBack > 0 && (
                  <Tag tone="warn">
                    {formatDollars(refund.wentBack)} of its payment was refunded at Stripe
                  </Tag>
                )}
              </p>
              <p className="my-1 wrap-anywhere text-ink-soft">
                {sendText(refund.amount, refund.email)} again? Stripe tries the same card or
                account.
              </p>
              <Details of={[refund.id, `owed since ${minuteText(requestedAt)}`, failure]} />
            </div>
            <Press
              to={href('/admin/people')}
              intent="retry-refund"
              fields={{ refund: refund.id }}
              about={`the refund of ${formatDollars(refund.amount)}, ${refund.id}`}
              asks={<PayAnyway wentBack={refund.wentBack} />}
            >
              Send again
            </Press>
          </div>
          <AllocateForm {...refund} {...desk} />
        </>
      )}
    </ListPanel>
  );
}
