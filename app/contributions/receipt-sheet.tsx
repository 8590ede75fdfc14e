import type { ReactNode } from 'react';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { refundedWords, statusWords } from './contribution-words.ts';
import { receiptTitle } from './messages.ts';
import type { Receipt, ReceiptLine } from './contribution-schema.ts';
import { isMonthly } from '#app/funding/order.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';

/** A receipt to read, to print, or to keep as a file; on paper its frame is left out. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const isForProducts = receipt.lines.some((line) => line.product_id !== null);
  return (
    <article className="rounded-lg border border-line bg-paper-raised p-5 shadow-raised sm:p-8 print:border-0 print:p-0 print:shadow-none">
      <header className="border-b-2 border-ink pb-5">
        <p className="font-display text-lg">{receipt.site}</p>
        <h1 className="mt-1 text-2xl">{receiptTitle(receipt.kind, isForProducts)}</h1>
      </header>
      <dl className="grid gap-x-8 gap-y-3 border-b border-line py-5 sm:grid-cols-2 print:grid-cols-2">
        <Fact name="Paid on">{dayText(receipt.paid_at)}</Fact>
        <Fact name="Paid by">{receipt.email}</Fact>
        <Fact name="Reference" isMono>
          {receipt.reference}
        </Fact>
        {receipt.stripe_payment_id && (
          <Fact name="Payment" isMono>
            {receipt.stripe_payment_id}
          </Fact>
        )}
      </dl>
      <table className="w-full">
        <thead>
          <tr className="label text-ink-faint">
            <th scope="col" className="py-2.5 pr-6 text-left font-medium">
              For
            </th>
            <th scope="col" className="py-2.5 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line, index) => (
            <Line key={index} line={line} kind={receipt.kind} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-ink text-lg font-semibold">
            <th scope="row" className="py-3 pr-6 text-left">
              Total paid
            </th>
            <td className="py-3 text-right font-mono tabular">{formatDollars(receipt.total)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="mt-4 space-y-3 text-sm text-ink-soft">
        <p>
          {isForProducts
            ? `If a product does not reach its goal within ${REFUND_DAYS} days of the payment, what was given to it is refunded automatically to the card it was paid with. Once the first sample is bought, nothing can be refunded.`
            : 'A donation is for the project, not for a single product, and is not refunded automatically.'}
        </p>
        <p>Amounts are in U.S. dollars. This is a receipt for your payment, not a tax receipt.</p>
      </div>
    </article>
  );
}

function Fact({
  name,
  isMono = false,
  children,
}: {
  name: string;
  isMono?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="label text-2xs text-ink-faint">{name}</dt>
      <dd className={`mt-0.5 wrap-anywhere ${isMono ? 'font-mono text-xs' : ''}`}>{children}</dd>
    </div>
  );
}

function Line({ line, kind }: { line: ReceiptLine; kind: Receipt['kind'] }) {
  const { merged_into: now, moved_to: moved } = line;
  const isNow = now && `now product ${now.id}, ${now.name}`;
  const isMoved =
    moved && `moved to ${moved.id === null ? '' : `product ${moved.id}, `}${moved.name}`;
  const notes = [line.brand, isNow, isMoved, noteOn(line)].filter(Boolean).join(' · ');
  return (
    <tr className="border-t border-line align-top">
      <td className="py-3 pr-6">
        <p className="wrap-anywhere">
          {line.product_id === null && isMonthly(kind) ? 'Monthly donation' : line.name}
        </p>
        {notes && <p className="text-sm text-ink-soft">{notes}</p>}
      </td>
      <td className="py-3 text-right font-mono tabular">{formatDollars(line.amount)}</td>
    </tr>
  );
}

/** What has become of a line since; one that stands as paid says nothing. */
function noteOn(line: ReceiptLine): string | undefined {
  if (line.status === 'paid') {
    return line.is_excess ? 'more than it needed, so this is refunded' : undefined;
  }
  return line.status === 'refunded' && line.refunded_at
    ? refundedWords(line, dayText(line.refunded_at))
    : statusWords(line).text;
}
