import { href } from 'react-router';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import type { FoundPayment } from './find-payments.server.ts';
import { forText, payerText } from './whose-words.ts';
import { Details } from '#app/admin-ui/list-panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import { DeskForm, IntentButton, Press } from '#app/admin-ui/desk-form.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { Tag } from '#app/ui/tag.tsx';

/** Looks for payments; what is typed goes in the body, never in an address. */
export function PaymentSearch({ sought }: { sought: string }) {
  return (
    <TitledPanel id="search" title="Find a payment" className="mt-8">
      <DeskForm className="mt-4 flex flex-wrap items-start gap-3">
        <Input
          label="Email, card, product, amount, or day"
          name="sought"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={300}
          defaultValue={sought}
          hint="All or part of an email address, a name on a card, its last four digits, a product, an amount ($50), a day (Nov 21, 2026, in UTC), or a number (cs_…, pi_…, in_…, or ours)."
          className="min-w-60 flex-1"
        />
        {/* Beside the field, under whose label it begins. */}
        <IntentButton intent="search" size="large" variant="primary" className="sm:mt-6">
          Find
        </IntentButton>
      </DeskForm>
    </TitledPanel>
  );
}

/** The latest payments, before anything is searched: each opens in full as a search for it does. */
export function RecentPayments({ payments }: { payments: FoundPayment[] }) {
  return (
    <TitledPanel
      id="recent"
      title="Recent payments"
      note={`latest ${payments.length}`}
      className="mt-6"
    >
      {payments.length === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
      <ul className="mt-3">
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
          >
            <Recent {...payment} />
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}

function Recent({ id, email, amount, kind, status, paidAt, placedAt, products }: FoundPayment) {
  const dollars = formatDollars(amount);
  return (
    <>
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere">
          {dollars} from {payerText(email)} for {forText(products)}{' '}
          {status !== 'paid' && <Tag tone="warn">{status}</Tag>}
        </p>
        <Details of={[minuteText(paidAt ?? placedAt), kind]} />
      </div>
      <Press
        to={href('/admin/people')}
        intent="search"
        fields={{ sought: id }}
        about={`the payment of ${dollars} from ${payerText(email)}`}
      >
        Open
      </Press>
    </>
  );
}
