import type { CommitQuestion } from './commit-funding.ts';
import * as messages from '#app/funding/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** Asks whether to go on with what is left; closing it is a no. */
export default function ConfirmChanges({
  question,
  onAnswer,
}: {
  question: CommitQuestion;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const { changes, sentences, validItems, totalDollars } = question;
  const fromById = new Map(changes.capped.map((item) => [item.productId, item.fromDollars]));
  return (
    <Dialog
      open
      title={onlyWaits(changes) ? 'More than one payment' : 'Your list has changed'}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            Proceed with {formatDollars(totalDollars)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className="mt-4 font-medium">{proceedWith(changes)}</p>
      <ul className="mt-3 border-t border-line">
        {validItems.map((item) => (
          <li
            key={item.productId}
            className="flex justify-between gap-4 border-b border-line py-2 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">{item.name}</span>
            <Amount fromDollars={fromById.get(item.productId)} toDollars={item.amount} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Whether nothing is given up: the rest waits for a payment of its own. */
function onlyWaits({ removed }: CommitQuestion['changes']): boolean {
  return removed.length > 0 && removed.every(({ reason }) => reason === 'next_payment');
}

function proceedWith(changes: CommitQuestion['changes']): string {
  if (onlyWaits(changes)) return messages.PAY_FOR_THESE_FIRST;
  return changes.removed.length > 0 ? messages.PROCEED_WITH_REST : messages.PROCEED_WITH_LESS;
}

function Amount({ fromDollars, toDollars }: { fromDollars?: number; toDollars: number }) {
  const to = formatDollars(toDollars);
  if (fromDollars === undefined) return <span className="font-mono tabular">{to}</span>;
  return (
    <span className="font-mono whitespace-nowrap tabular">
      <span className="sr-only">was </span>
      <s className="text-ink-faint">{formatDollars(fromDollars)}</s>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">, now </span>
      <strong className="font-semibold text-accent-ink">{to}</strong>
    </span>
  );
}
