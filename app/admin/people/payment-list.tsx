import { DeskForm, IntentButton } from '#app/admin-ui/desk-form.tsx';
import type { FoundPayment, FoundPayments } from './find-payments.server.ts';
import { feeText, payerText, sendText } from './whose-words.ts';
import { Details } from '#app/admin-ui/list-panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import { CONTRIBUTION_REASONS, REFUND_REASONS } from '#app/funding/transfers/refund-reasons.ts';
import { Input, Select } from '#app/ui/field.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** The payments of a search, each with what it gave to what and how to send that back. */
export function PaymentList({ found, sought }: { found: FoundPayments; sought: string }) {
  const { payments, takenFor, hasMore, cards } = found;
  return (
    <>
      <Notice className="mt-6">
        <span>{payments.length === 0 && 'No payments found.'}</span> Searched as {takenFor}.{' '}
        <span>
          {cards?.since &&
            `Cards were searched at Stripe back to ${minuteText(cards.since)}, its newest 1,000 charges.`}
        </span>
      </Notice>
      {cards?.isBroken && (
        <Notice tone="warn" className="mt-3">
          Stripe did not answer, so not all names and numbers of cards were searched. Try again.
        </Notice>
      )}
      {payments.length > 0 && (
        <ul aria-label="Payments found" className="mt-6 flex flex-col gap-4">
          {payments.map((payment) => (
            <li key={payment.id}>
              <Payment payment={payment} sought={sought} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p className="mt-3 text-sm text-ink-soft">
          There are more. These are the newest hundred. Search for a whole address, a day, or a
          number to see older ones.
        </p>
      )}
    </>
  );
}

function Payment({ payment, sought }: { payment: FoundPayment; sought: string }) {
  const { id, email, amount, fee, kind, status, placedAt, paidAt, shares, wentBack } = payment;
  const isOddlyPaid = status === 'review' && payment.paymentId;
  return (
    <Panel as="div">
      <RuleLabel as="h2" note={`${kind}, ${status}`}>
        {formatDollars(amount)}
      </RuleLabel>
      <p className="mt-3 wrap-anywhere">{payerText(email)}</p>
      <Details
        of={[
          paidAt ? `recorded ${minuteText(paidAt)}` : `placed ${minuteText(placedAt)}`,
          `order ${id}`,
          payment.sessionId,
          payment.paymentId,
          payment.invoiceId,
          fee !== null && `Stripe’s fee ${formatDollars(fee)}`,
        ]}
      />
      {wentBack > 0 && (
        <p className="mt-1 text-sm text-warn">
          {formatDollars(wentBack)} of it was refunded at Stripe itself and fits no contribution.
        </p>
      )}
      {payment.note && <p className="mt-1 text-sm text-warn">{payment.note}</p>}
      <ul className="mt-3 border-t border-line">
        {shares.map((share) => (
          <li key={share.id} className="border-b border-line py-3">
            <Share share={share} payment={payment} sought={sought} />
          </li>
        ))}
      </ul>
      {isOddlyPaid && (
        <p className="mt-3 text-sm">
          <a href="#unmatched" className="link">
            See what is unmatched
          </a>
        </p>
      )}
    </Panel>
  );
}

interface ShareProps {
  share: FoundPayment['shares'][number];
  payment: FoundPayment;
  sought: string;
}

function Share({ share, payment, sought }: ShareProps) {
  const { id, amount, status, product, isExcess, movedFrom, refundStatus, isAskedBack } = share;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono tabular">{formatDollars(amount)}</span>
        {product ? (
          <a href={`/product/${product.id}`} className="link">
            {paddedId(product.id)} {product.name}
          </a>
        ) : (
          <span>a donation</span>
        )}
        <Tag tone={status === 'refund_failed' ? 'danger' : 'plain'}>
          {status.replaceAll('_', ' ')}
        </Tag>
        {movedFrom && <Tag>moved from {movedFrom}</Tag>}
        {isExcess && <Tag>more than was needed</Tag>}
        {refundStatus && <Tag>refund {refundStatus.replaceAll('_', ' ')}</Tag>}
        {isAskedBack && <Tag tone="warn">refund requested</Tag>}
        {product?.hasTestingBegun && <Tag>first sample bought</Tag>}
      </p>
      <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-soft">{id}</p>
      {status === 'paid' && !product?.hasTestingBegun && (
        <details className="mt-2">
          <summary className="link inline-block py-1 text-sm">
            Refund {formatDollars(amount)} of {product?.name ?? 'a donation'}
          </summary>
          <RefundForm share={share} payment={payment} sought={sought} />
        </details>
      )}
    </>
  );
}

function RefundForm({ share: { id, amount, product }, payment, sought }: ShareProps) {
  return (
    <DeskForm className="mt-3 flex flex-col gap-3" fields={{ contribution: id, sought }}>
      <Select label="Why" name="reason" defaultValue="requested">
        {CONTRIBUTION_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {REFUND_REASONS[reason]}
          </option>
        ))}
      </Select>
      <Input label="Note, for administrators" name="note" maxLength={500} autoComplete="off" />
      <p className="text-sm wrap-anywhere text-ink-soft">
        {sendText(amount, payment.email)}?{' '}
        <span>
          {product && `It stops counting for ${paddedId(product.id)} ${product.name} right away. `}
        </span>
        {feeText(amount, { fee: payment.fee, paid: payment.amount })}
      </p>
      <div>
        <IntentButton intent="refund-contribution">Send {formatDollars(amount)}</IntentButton>
      </div>
    </DeskForm>
  );
}
