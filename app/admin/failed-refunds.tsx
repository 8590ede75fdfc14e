import { href } from 'react-router';
import { Day } from '#app/admin/day-field.tsx';
import { Folded, KeptForm, type Refused } from '#app/admin/desk-form.tsx';
import { OTHERWISE_LEAD } from '#app/admin/messages.ts';
import { minuteText } from '#app/admin/moment-text.ts';
import { Press } from '#app/admin/press.tsx';
import type { ListedRefund } from '#app/admin/refund-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Input } from '#app/ui/field.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** What a page has that takes notes of payments by other means. */
export interface Desk {
  /** By the server, as `2026-11-21`. */
  today: string;
  refused: Refused | undefined;
}

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
            {desk && formId && <OtherwiseForm refund={refund} formId={formId} {...desk} />}
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
  const { id, amount, product, why, failure, requestedAt, isContested } = refund;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p>
          {formatDollars(amount)}
          {product && ` of ${paddedId(product.id)} ${product.name}`}: {why}{' '}
          {isContested && <Tag tone="warn">contested at the bank</Tag>}
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

function OtherwiseForm({
  refund: { id, amount },
  formId,
  today,
  refused,
}: Desk & { refund: ListedRefund; formId: string }) {
  const name = `otherwise-${id}`;
  return (
    <Folded
      summary={`${formatDollars(amount)} was paid another way`}
      about={id}
      isOpen={refused?.form === name}
    >
      <p className="mt-2 text-ink-soft">{OTHERWISE_LEAD}</p>
      <KeptForm
        to={href('/admin/people')}
        name={name}
        intent="pay-otherwise"
        submit={`Note that ${formatDollars(amount)} is paid`}
        about={id}
        hidden={{ refund: id, id: formId }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            <Day label="Paid on" today={today} value={valueOf('day')} />
            <Input
              label="Number of the payment"
              name="reference"
              required
              maxLength={100}
              autoComplete="off"
              hint="As our bank names it; no account, no name."
              defaultValue={valueOf('reference')}
            />
            <Input
              label="Why not through Stripe"
              name="reason"
              required
              maxLength={300}
              autoComplete="off"
              className="sm:col-span-2"
              defaultValue={valueOf('reason')}
            />
          </>
        )}
      </KeptForm>
    </Folded>
  );
}
