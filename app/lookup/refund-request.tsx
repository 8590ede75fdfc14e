import { useEffect, useId, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { href } from 'react-router';
import { formatDollars } from '#app/kit/money.ts';
import { givenTo, requestWords } from './contribution-words.ts';
import type { Contribution, RefundRequest as Wish } from './contribution-schema.ts';
import type { Failure, Lookup } from './lookup.ts';
import { ASKING_FAILED } from './messages.ts';
import { FailureNotice } from './step-notes.tsx';
import { ask } from '#app/platform/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Textarea } from '#app/ui/field.tsx';

const REASON_CHARACTERS = 1_000;

/** A row's own place on the page, where the form without scripts leads back to. */
export const rowId = ({ id }: Contribution) => `contribution-${id}`;

/** What was typed to have it back, where that was refused without a script. */
export function typedFor({ id }: Contribution, { typed }: Pick<Lookup, 'typed'>): Lookup['typed'] {
  return typed?.intent === 'refund' && typed.id === id ? typed : undefined;
}

/** What became of the wish to have it back, and, where it can be had, the button that asks. */
export function RefundWish({
  contribution,
  lookup,
  onAsked,
}: {
  contribution: Contribution;
  lookup: Pick<Lookup, 'isByForm' | 'typed' | 'failure'>;
  onAsked: (request: Wish) => void;
}) {
  const { refund_request: request } = contribution;
  const typed = typedFor(contribution, lookup);
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
          <OfWhat contribution={contribution} />
        </Button>
      )}
      {contribution.can_request_refund && lookup.isByForm && (
        <RefundForm contribution={contribution} typed={typed} />
      )}
      {typed && lookup.failure && <FailureNotice failure={lookup.failure} className="mt-2.5" />}
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

function OfWhat({ contribution }: { contribution: Contribution }) {
  return (
    <span className="sr-only">
      {' '}
      of {formatDollars(contribution.amount)} for {givenTo(contribution)}
    </span>
  );
}

/** Asks without a script; refused, it is open again with what was typed. */
function RefundForm({
  contribution,
  typed,
}: {
  contribution: Contribution;
  typed: Lookup['typed'];
}) {
  return (
    <details open={typed !== undefined} className="mt-2.5 hidden noscript:block">
      <summary className="min-h-6 cursor-pointer font-mono text-sm link">
        Request a refund
        <OfWhat contribution={contribution} />
      </summary>
      <form
        method="post"
        action={`${href('/view-contributions')}#${rowId(contribution)}`}
        className="mt-3 flex flex-col items-start gap-4"
      >
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="id" value={contribution.id} />
        <WhatHappens contribution={contribution} />
        <Reason name="reason" defaultValue={typed?.reason} className="w-full" />
        <Button type="submit" variant="primary">
          Send request
        </Button>
      </form>
    </details>
  );
}

function WhatHappens({ contribution }: { contribution: Contribution }) {
  return (
    <p>
      <strong className="font-semibold">{formatDollars(contribution.amount)}</strong> given to{' '}
      {givenTo(contribution)}. An administrator decides, and we email you either way. The money goes
      back to the card it came from.
    </p>
  );
}

function Reason(field: Omit<ComponentProps<typeof Textarea>, 'label'>) {
  return (
    <Textarea
      label="Reason (optional)"
      hint="Up to 1,000 characters."
      maxLength={REASON_CHARACTERS}
      {...field}
    />
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
        <WhatHappens contribution={contribution} />
        <Reason
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure && <FailureNotice failure={failure} />}
      </form>
    </Dialog>
  );
}
