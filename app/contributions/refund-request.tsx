import { useContext, useEffect, useRef } from 'react';
import { href } from 'react-router';
import { REFUND_DECISION_DAYS } from '#app/kit/facts.ts';
import { formatDollars } from '#app/kit/money.ts';
import { givenTo, requestWords } from './contribution-words.ts';
import type { Contribution } from './contribution-schema.ts';
import { LookupContext, type Lookup } from './lookup.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useLookupForm } from './use-lookup.ts';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/field.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';

const REASON_CHARACTERS = 1_000;

/** A row's own place on the page, where its form leads back to. */
export const rowId = ({ id }: Contribution) => `contribution-${id}`;

/** What was typed to have it back, where that was refused. */
export function typedFor({ id }: Contribution, { typed }: Pick<Lookup, 'typed'>): Lookup['typed'] {
  return typed?.intent === 'refund' && typed.id === id ? typed : undefined;
}

/** What became of the request to have it back, and, where it can be had, the form that asks. */
export function AskForRefund({ contribution }: { contribution: Contribution }) {
  const lookup = useContext(LookupContext);
  const { refund_request: request, can_request_refund: isOffered } = contribution;
  const typed = typedFor(contribution, lookup);
  const wasOffered = useRef(isOffered);
  const line = useRef<HTMLParagraphElement>(null);
  // The button that asked is gone: the focus goes to what stands in its place.
  useEffect(() => {
    if (wasOffered.current && !isOffered) line.current?.focus();
    wasOffered.current = isOffered;
  }, [isOffered]);

  return (
    <>
      {request && (
        <div className="mt-2 border-l-2 border-line-strong pl-3 text-sm">
          <p ref={line} tabIndex={-1}>
            {requestWords(request)}
          </p>
          {request.note && <p className="wrap-anywhere text-ink-soft">“{request.note}”</p>}
        </div>
      )}
      {isOffered && <RefundForm contribution={contribution} typed={typed} />}
      {typed && lookup.failure && <FailureNotice failure={lookup.failure} className="mt-2.5" />}
    </>
  );
}

/** Asks to have it back; refused, it is open with what was typed. */
function RefundForm({
  contribution,
  typed,
}: {
  contribution: Contribution;
  typed: Lookup['typed'];
}) {
  const { fetcher, Form, busy } = useLookupForm();
  const isBusy = busy === 'refund' && fetcher.formData?.get('id') === contribution.id;
  const button = useRestoredFocus(isBusy);
  const amount = formatDollars(contribution.amount);
  return (
    <details open={typed !== undefined || undefined} className="mt-2.5">
      <summary className="min-h-6 cursor-pointer font-mono text-sm link">
        Request a refund
        <span className="sr-only">
          {' '}
          of {amount} for {givenTo(contribution)}
        </span>
      </summary>
      <Form
        method="post"
        action={`${href('/view-contributions')}#${rowId(contribution)}`}
        defaultShouldRevalidate={false}
        className="mt-3 flex flex-col items-start gap-4"
      >
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="id" value={contribution.id} />
        <p>
          <strong className="font-semibold">{amount}</strong> given to {givenTo(contribution)}. An
          administrator decides within {REFUND_DECISION_DAYS} days, and we email you either way. The
          money goes back to the card it came from.
        </p>
        <Textarea
          label="Reason (optional)"
          hint="Up to 1,000 characters."
          name="reason"
          maxLength={REASON_CHARACTERS}
          defaultValue={typed?.reason}
          className="w-full"
        />
        <Button ref={button} type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send request'}
        </Button>
      </Form>
    </details>
  );
}
