import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { formatDollars } from '#app/kit/money.ts';
import { givenTo, requestWords } from './contribution-words.ts';
import type { Contribution, RefundRequest as Wish } from './contribution-schema.ts';
import type { Failure } from './lookup.ts';
import { ASKING_FAILED } from './messages.ts';
import { FailureNotice } from './step-notes.tsx';
import { ask } from '#app/platform/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Textarea } from '#app/ui/field.tsx';

const REASON_CHARACTERS = 1_000;

/** What became of the wish to have it back, and, where it can be had, the button that asks. */
export function RefundWish({
  contribution,
  onAsked,
}: {
  contribution: Contribution;
  onAsked: (request: Wish) => void;
}) {
  const { refund_request: request } = contribution;
  const [isOpen, setOpen] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  // The button that opened the dialog is gone: the focus goes to what stands in its place.
  useEffect(() => {
    if (hasAsked) line.current?.focus();
  }, [hasAsked]);

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
      {contribution.can_request_refund && (
        <Button size="small" className="mt-2.5 noscript:hidden" onClick={() => setOpen(true)}>
          Request a refund
          <span className="sr-only">
            {' '}
            of {formatDollars(contribution.amount)} for {givenTo(contribution)}
          </span>
        </Button>
      )}
      <RequestDialog
        contribution={contribution}
        open={isOpen}
        onClose={() => setOpen(false)}
        onAsked={(stored) => {
          setOpen(false);
          setAsked(true);
          onAsked(stored);
        }}
      />
    </>
  );
}

function RequestDialog({
  contribution,
  open,
  onClose,
  onAsked,
}: {
  contribution: Contribution;
  open: boolean;
  onClose: () => void;
  onAsked: (request: Wish) => void;
}) {
  const form = useId();
  // Kept while the dialog is closed: an Escape by mistake loses nothing.
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const asked = await ask('post /api/contributions/{id}/refund-request', {
      params: { id: contribution.id },
      body: { reason: reason.trim() },
      failed: ASKING_FAILED,
    });
    setBusy(false);
    const stored = asked.ok && asked.body.refund_request;
    if (stored) onAsked(stored);
    else setFailure({ sentence: asked.ok ? ASKING_FAILED : asked.sentence });
  }

  return (
    <Dialog
      open={open}
      title="Request a refund"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {isBusy ? 'Sending…' : 'Send request'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p>
          <strong className="font-semibold">{formatDollars(contribution.amount)}</strong> given to{' '}
          {givenTo(contribution)}. An administrator decides, and we email you either way. The money
          goes back to the card it came from.
        </p>
        <Textarea
          label="Reason (optional)"
          hint="Up to 1,000 characters."
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={REASON_CHARACTERS}
        />
        {failure && <FailureNotice failure={failure} />}
      </form>
    </Dialog>
  );
}
