import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { href } from 'react-router';
import {
  donateLabel,
  MAX_DOLLARS,
  MIN_DOLLARS,
  readDonationAmount,
  type Rhythm,
} from './donation-amount.ts';
import type { PurposeOffered } from './amount-body.ts';
import * as messages from './messages.ts';
import { AcceptTerms } from '#app/funding/list/accept-terms.tsx';
import { useCheckoutForm } from '#app/funding/list/use-checkout-form.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { NUMBERS } from '#app/kit/numbers.ts';
import { commaQuestion, typedDollars } from '#app/kit/money.ts';

/** The amount of a donation and the button that leads to the hosted checkout. */
export function DonationForm({
  rhythm,
  initial,
  purposes,
  sent,
}: {
  rhythm: Rhythm;
  initial: string;
  /** What it may be for. */
  purposes: PurposeOffered[];
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
}) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();
  const { Form, button, isBusy, wrong, sentences } = useCheckoutForm({
    sent,
    failed: messages.CHECKOUT_FAILED,
    unreachable: messages.SITE_UNREACHABLE,
  });
  const amount = useRef<HTMLInputElement>(null);
  // Typed before the scripts ran, or put back by the browser on the way back.
  useLayoutEffect(() => setText((before) => amount.current?.value ?? before), []);

  function change(next: string) {
    setText(next);
    setError(undefined);
  }

  function choose(dollars: number) {
    if (amount.current) amount.current.value = String(dollars);
    change(String(dollars));
  }

  /** What the server would refuse is said at once. */
  function check(event: FormEvent) {
    const read = readDonationAmount(typedDollars(text), rhythm);
    const isWrong = typeof read === 'string';
    setError(commaQuestion(text) ?? (isWrong ? read : undefined));
    if (isWrong) event.preventDefault();
  }

  return (
    <Form
      method="post"
      action={rhythm === 'once' ? `${href('/donate')}?give=once` : href('/donate')}
      noValidate
      defaultShouldRevalidate={false}
      onSubmit={check}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value="give" />
      {rhythm === 'once' && <input type="hidden" name="give" value="once" />}
      <Suggestions chosen={typedDollars(text)} onChoose={choose} />
      <Input
        ref={amount}
        label={
          rhythm === 'monthly' ? 'Amount each month, in U.S. dollars' : 'Amount, in U.S. dollars'
        }
        name="amount"
        inputMode="numeric"
        required
        defaultValue={initial}
        onChange={(event) => change(event.target.value)}
        error={error ?? wrong}
        hint={`Whole dollars, $${MIN_DOLLARS} to $${MAX_DOLLARS.toLocaleString('en-US')}.`}
      />
      <Select
        label={rhythm === 'monthly' ? messages.PURPOSE_LABEL : messages.PURPOSE_LABEL_ONCE}
        name="purpose"
        defaultValue={sent?.typed.purpose ?? purposes[0]?.value}
        hint={messages.PURPOSE_HINT}
      >
        {purposes.map(({ value, text: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <Button ref={button} type="submit" variant="primary" busy={isBusy} className="w-full">
        {isBusy ? 'PROCESSING…' : donateLabel(text, rhythm)}
      </Button>
      <AcceptTerms className="-mt-1" />
      {sentences.length > 0 && !wrong && <Notice tone="error">{sentences}</Notice>}
    </Form>
  );
}

function Suggestions({
  chosen,
  onChoose,
}: {
  chosen: number;
  onChoose: (dollars: number) => void;
}) {
  return (
    <div
      role="group"
      aria-label="Suggested amounts"
      className="grid grid-cols-5 gap-1.5 noscript:hidden"
    >
      {NUMBERS.donationDollars.suggested.map((dollars) => (
        <button
          key={dollars}
          type="button"
          aria-pressed={chosen === dollars}
          onClick={() => onChoose(dollars)}
          className="min-h-11 rounded-md border border-line-strong font-mono text-sm tabular text-ink hover:border-accent-ink hover:bg-accent-wash aria-pressed:border-accent-ink aria-pressed:bg-accent-wash aria-pressed:font-semibold aria-pressed:text-accent-ink"
        >
          ${dollars}
        </button>
      ))}
    </div>
  );
}
