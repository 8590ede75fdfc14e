import { evidenceText, whatStands, type DisputeEvidence } from './dispute-text.ts';
import { movedText } from './whose-words.ts';
import { statusText } from '#app/catalogue/messages.ts';
import { FactsList } from '#app/admin/desk/facts-list.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/field.tsx';

type PaidProduct = NonNullable<DisputeEvidence['shares'][number]['product']>;

/** All that is known of a contested payment, as Stripe's evidence form asks for it. */
export function EvidenceSheet({ evidence }: { evidence: DisputeEvidence }) {
  const { dispute, payment, order, shares, refunds, mails, suggested_evidence } = evidence;
  const { card, ...paid } = payment;
  const { dashboard_url: dashboard, ...facts } = dispute;
  return (
    <div className="mt-6">
      <h3 className="text-xl wrap-anywhere">Evidence for {dispute.id}</h3>
      <p className="mt-2 wrap-anywhere">{whatStands(evidence)}</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        {dashboard && (
          <a href={dashboard} className={buttonClass({ size: 'small' })}>
            Answer at Stripe
          </a>
        )}
        {[
          ['text', 'txt', 'Download text'],
          ['', 'json', 'Download JSON'],
        ].map(([kind, ending, text]) => (
          <a
            key={ending}
            href={`/api/disputes/${dispute.id}${kind ? `/${kind}` : ''}`}
            download={`dispute-${dispute.id}.${ending}`}
            className={buttonClass({ size: 'small' })}
          >
            {text}
          </a>
        ))}
      </p>
      <Textarea
        label="Evidence, to paste into Stripe’s form"
        readOnly
        rows={12}
        value={evidenceText(evidence)}
        className="mt-4"
      />
      <div className="mt-2 grid items-start gap-x-8 lg:grid-cols-2">
        <Part title="Dispute" of={facts} />
        <Part title="Payment" of={{ ...paid, ...card }} />
        {order && <Part title="Order" of={order} />}
        <Part title="For Stripe’s form" of={suggested_evidence} />
      </div>
      <Lines
        title="What it paid for"
        lines={shares.map(({ contribution_id, amount, status, product }) => [
          contribution_id,
          `${formatDollars(amount)} for ${product ? nameOf(product) : 'the project'}: ${status.replaceAll('_', ' ')}`,
        ])}
      />
      <Lines title="Refunds" lines={refunds.map((refund) => [refund.id, refundText(refund)])} />
      <Lines
        title="What the payer was told"
        lines={mails.map(({ name, queued_at, sent_at }) => [
          `${name} ${queued_at}`,
          `${name}: ${sent_at ? `sent ${sent_at}` : `queued ${queued_at}, not sent`}`,
        ])}
      />
    </div>
  );
}

function Part({ title, of }: { title: string; of: Record<string, unknown> }) {
  const facts = Object.entries(of).map(
    ([name, value]) =>
      [name.replaceAll('_', ' '), value === null ? 'none' : String(value)] as const,
  );
  return (
    <section className="mt-4">
      <h4 className="label text-ink-soft">{title}</h4>
      <FactsList facts={facts} />
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: [key: string, text: string][] }) {
  return (
    <section className="mt-4">
      <h4 className="label text-ink-soft">{title}</h4>
      {lines.length === 0 && <p className="mt-2 text-sm text-ink-soft">None.</p>}
      <ul className="mt-2 text-sm">
        {lines.map(([key, text]) => (
          <li key={key} className="border-b border-line py-1.5 wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function refundText({
  amount,
  reason,
  status,
  paid_otherwise: paid,
}: DisputeEvidence['refunds'][number]) {
  const how = paid ? [`on ${paid.paid_on}`, paid.reference].filter(Boolean).join(', ') : '';
  return `${formatDollars(amount)}, ${reason}: ${status.replaceAll('_', ' ')} ${how}`.trim();
}

function nameOf(product: PaidProduct): string {
  const { name, merged_into: now, moved_to: moved } = product;
  const isMoved = moved ? `moved to ${movedText(moved)}, ` : '';
  const isNow = now ? `now product ${now.id}, ${now.name}, ` : isMoved;
  return `${name} (${isNow}${statusText(product)})`;
}
