import { href } from 'react-router';
import type { disputeEvidence } from './dispute-evidence.server.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';
import type { ListedDispute } from './list-disputes.server.ts';
import { forText, payerText } from './whose-words.ts';
import { LED_TO_DISPUTE } from '#app/admin/desk/messages.ts';
import { minuteText } from '#app/admin/desk/moment-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** Payments that are contested at a bank, and what there is to answer one with. */
export function DisputePanel({
  disputes,
  evidence,
  noEvidence,
  offered,
}: {
  disputes: ListedDispute[];
  evidence: Awaited<ReturnType<typeof disputeEvidence>>;
  /** Why there is none of the dispute that was asked for. */
  noEvidence: string | undefined;
  /** The dispute that a link elsewhere leads to: its evidence is not shown before it is asked for. */
  offered: string | null;
}) {
  return (
    <Panel aria-labelledby="disputes" className="mt-6">
      <RuleLabel id="disputes" note={String(disputes.length)}>
        Disputes
      </RuleLabel>
      {disputes.length === 0 && <p className="mt-3 text-sm text-ink-soft">There are none.</p>}
      <ul className="mt-3">
        {disputes.map(({ id, amount, held, reason, status, openedAt, dueAt, isOpen, payment }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2 text-sm"
          >
            <a href={`${href('/admin/people')}?dispute=${id}#evidence`} className="link">
              {formatDollars(amount)}, {reason.replaceAll('_', ' ')}
            </a>
            <Tag tone={isOpen ? 'warn' : 'plain'}>{status.replaceAll('_', ' ')}</Tag>
            <span className="min-w-0 wrap-anywhere">
              {payment
                ? `${payerText(payment.email)} for ${forText(payment.products)}`
                : 'of no payment on this site'}
            </span>
            <span className="font-mono text-xs text-ink-soft">
              {held > 0 && `${formatDollars(held)} held back, `}opened {minuteText(openedAt)}
              {dueAt && `, to be answered by ${minuteText(dueAt)}`}
            </span>
          </li>
        ))}
      </ul>
      <div id="evidence">
        {offered && <Offer disputeId={offered} />}
        {noEvidence && (
          <Notice tone="error" className="mt-5">
            {noEvidence}
          </Notice>
        )}
        {evidence && <EvidenceSheet evidence={evidence} />}
      </div>
    </Panel>
  );
}

/** A form: a link to the very address that is shown would only scroll. */
function Offer({ disputeId }: { disputeId: string }) {
  return (
    <Notice
      className="mt-5"
      action={
        <form action={href('/admin/people')}>
          <input type="hidden" name="dispute" value={disputeId} />
          <Button type="submit" size="small">
            Look at the evidence
          </Button>
        </form>
      }
    >
      {LED_TO_DISPUTE}
    </Notice>
  );
}
