import type { ListedDispute } from './list-disputes.server.ts';
import { forText, payerText } from './whose-words.ts';
import { minuteText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** Payments that are contested at a bank, each with a link to where Stripe takes the answer. */
export function DisputePanel({ disputes }: { disputes: ListedDispute[] }) {
  return (
    <TitledPanel id="disputes" title="Disputes" note={String(disputes.length)} className="mt-6">
      {disputes.length === 0 && <p className="mt-3 text-sm text-ink-soft">There are none.</p>}
      <ul className="mt-3">
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </TitledPanel>
  );
}

function DisputeRow({ dispute }: { dispute: ListedDispute }) {
  const { id, amount, held, status, openedAt, dueAt, isOpen, payment, answerUrl } = dispute;
  const what = `${formatDollars(amount)}, ${dispute.reason.replaceAll('_', ' ')}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2 text-sm">
      {answerUrl ? (
        <a href={answerUrl} className="link">
          {what}
        </a>
      ) : (
        <span>{what}</span>
      )}
      <Tag tone={isOpen ? 'warn' : 'plain'}>{status.replaceAll('_', ' ')}</Tag>
      <span className="min-w-0 wrap-anywhere">
        {payment
          ? `${payerText(payment.email)} for ${forText(payment.products)}`
          : 'of no payment on this site'}
      </span>
      <span className="font-mono text-xs text-ink-soft">
        {id}, <span>{held > 0 && `${formatDollars(held)} held back, `}</span>opened{' '}
        {minuteText(openedAt)}
        <span>{dueAt && `, answer at Stripe by ${minuteText(dueAt)}`}</span>
      </span>
    </li>
  );
}
