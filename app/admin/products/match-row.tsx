import { href } from 'react-router';
import type { DeskMatch } from './desk-matches.server.ts';
import { Day } from '#app/admin/desk/day-field.tsx';
import { Folded, KeptForm, type RefusedForm } from '#app/admin/desk/desk-form.tsx';
import { FactsList } from '#app/admin/desk/facts-list.tsx';
import { Sure } from '#app/admin/desk/sure.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Input } from '#app/ui/field.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** A match with its balances, and what can be done with it. */
export function MatchRow({
  match,
  today,
  refused,
}: {
  match: DeskMatch;
  today: string;
  refused: RefusedForm | undefined;
}) {
  const { id, name, isClosed, hasEnded, payUrl } = match;
  return (
    <li className="border-t border-line-strong py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {match.paidCents > 0 ? (
          <a href={href('/matches/:id', { id: String(id) })} className="link wrap-anywhere">
            {name}
          </a>
        ) : (
          <span className="wrap-anywhere">{name}</span>
        )}
        <span className="font-mono text-xs text-ink-faint">{id}</span>
        {isClosed ? (
          <Tag tone="warn">closed</Tag>
        ) : hasEnded ? (
          <Tag tone="warn">ended</Tag>
        ) : match.paidCents === 0 ? (
          <Tag tone="plain">not paid yet</Tag>
        ) : (
          <Tag tone="accent">open</Tag>
        )}
      </p>
      <p className="mt-1 text-sm wrap-anywhere">
        {match.sponsorName ?? 'Not named'} · {match.sponsorEmail}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{match.rule}</p>
      <FactsList
        facts={[
          ['Paid in', `${formatCents(match.paidCents)} of ${formatCents(match.sumCents)}`],
          ['Promised', formatCents(match.promisedCents)],
          ['Spent', `${formatCents(match.spentCents)} on ${counted(match.gifts, 'gift')}`],
          ['Left', formatCents(match.leftCents)],
          ...(match.handedOnCents > 0
            ? ([['Unused, handed on', formatCents(match.handedOnCents)]] as const)
            : []),
          ['Last day', dayText(match.endsAt)],
        ]}
      />
      {payUrl && (
        <div className="mt-3">
          <CopyField label="Where the sponsor pays" text={payUrl} rows={3} />
        </div>
      )}
      {!isClosed && !hasEnded && <PaymentForm {...{ match, today, refused }} />}
      {!isClosed && (
        <form method="post" action={href('/admin/matches')} className="mt-3 flex flex-col gap-3">
          <input type="hidden" name="match" value={id} />
          <Sure>
            Close {name}: {formatCents(match.leftCents)} goes where its terms say
          </Sure>
          <div>
            <Button type="submit" name="intent" value="close" size="small">
              Close it
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}

/** What a sponsor paid outside Stripe. */
function PaymentForm({
  match: { id },
  today,
  refused,
}: {
  match: DeskMatch;
  today: string;
  refused: RefusedForm | undefined;
}) {
  const name = `payment-${id}`;
  return (
    <Folded
      summary="Record a payment outside Stripe"
      about={`for match ${id}`}
      isOpen={refused?.form === name}
    >
      <KeptForm
        to={href('/admin/matches')}
        name={name}
        intent="note-payment"
        submit="Record the payment"
        about={`for match ${id}`}
        hidden={{ match: String(id) }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            <Input
              label="Amount"
              name="amount"
              required
              inputMode="decimal"
              maxLength={12}
              hint="U.S. dollars, as 500 or 500.00."
              defaultValue={valueOf('amount')}
            />
            <Day label="Came on" today={today} value={valueOf('day')} />
            <Input
              label="Number of its receipt"
              name="reference"
              required
              maxLength={200}
              hint="As the bank’s statement or our receipt has it."
              defaultValue={valueOf('reference')}
            />
          </>
        )}
      </KeptForm>
    </Folded>
  );
}
