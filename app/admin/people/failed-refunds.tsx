import { Day } from '#app/admin-ui/day-field.tsx';
import { Folded, Press, RestoredForm, useRefused, WhyField } from '#app/admin-ui/desk-form.tsx';
import { Details, ListPanel } from '#app/admin-ui/list-panel.tsx';
import { payerText, sendText } from './whose-words.ts';
import { minuteText } from '#app/kit/day-text.ts';
import type { FailedRefund } from './refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Input } from '#app/ui/field.tsx';
import { Tag } from '#app/ui/tag.tsx';

/**
 * Refunds that Stripe has refused or that came back, each with the button that sends it again and
 * the form that says how else it was paid.
 */
export function FailedRefunds(list: { shown: FailedRefund[]; total: number }) {
  return (
    <ListPanel id="failed-refunds" title="Failed refunds" command="refunds failed" {...list}>
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
              intent="retry-refund"
              fields={{ refund: refund.id }}
              about={`the refund of ${formatDollars(refund.amount)}, ${refund.id}`}
              asks={<PayAnyway wentBack={refund.wentBack} />}
            >
              Send again
            </Press>
          </div>
          <PaidOutside {...refund} />
        </>
      )}
    </ListPanel>
  );
}

/** Says that a refund which failed was paid outside Stripe. */
function PaidOutside({ id, amount, wentBack }: Pick<FailedRefund, 'id' | 'amount' | 'wentBack'>) {
  const name = `paid-${id}`;
  const isOpen = useRefused()?.form === name;
  const dollars = formatDollars(amount);
  return (
    <Folded summary={`${dollars} was paid another way`} about={id} isOpen={isOpen}>
      <p className="mt-2 wrap-anywhere text-ink-soft">
        Use this only after it has been paid in full: it cannot be undone. It is then no longer
        owed, and its payer is told the day and the number.
      </p>
      <RestoredForm
        name={name}
        intent="pay-refund-outside"
        submit={`Record that ${dollars} is paid`}
        about={id}
        hidden={{ refund: id }}
      >
        <Day label="Paid on" />
        <Input
          label="Number of the payment"
          name="reference"
          required
          maxLength={100}
          autoComplete="off"
          hint="As shown on our bank statement. No account numbers or names."
          defaultValue=""
        />
        <WhyField label="Why not through Stripe" />
        <PayAnyway wentBack={wentBack} />
      </RestoredForm>
    </Folded>
  );
}

/** Asks whether all is paid, although its payer has so many dollars of the same payment already. */
function PayAnyway({ wentBack }: { wentBack: number }) {
  return wentBack > 0 ? (
    <label className="flex items-center gap-3 sm:col-span-2">
      <input type="checkbox" name="anyway" value="yes" className="size-5" />
      Pay all of it, although {formatDollars(wentBack)} of this payment was refunded at Stripe
    </label>
  ) : null;
}
