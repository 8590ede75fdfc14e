import type { FormEvent } from 'react';
import { WHOLE_DOLLARS } from '#app/funding/messages.ts';
import { typedDollars, WHOLE_DOLLARS_PATTERN } from '#app/kit/money.ts';
import { Button } from '#app/ui/button.tsx';

/** Any whole number of dollars, beside the quick-add buttons; what is too much is cut to the need. */
export function OtherAmount({
  productName,
  isFull,
  onAdd,
}: {
  productName: string;
  /** Nothing more can be added. */
  isFull: boolean;
  onAdd: (amountDollars: number) => void;
}) {
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onAdd(typedDollars(String(new FormData(event.currentTarget).get('dollars'))));
    event.currentTarget.reset();
  }
  return (
    <form onSubmit={add} className="flex flex-wrap items-center gap-2 noscript:hidden">
      <label className="flex items-center gap-2 font-mono text-sm text-ink-soft">
        Other $
        <input
          name="dollars"
          inputMode="numeric"
          pattern={WHOLE_DOLLARS_PATTERN}
          title={WHOLE_DOLLARS}
          autoComplete="off"
          required
          disabled={isFull}
          aria-label={`Other amount for ${productName}, in whole dollars`}
          className="min-h-11 w-18 rounded-md border border-line-strong bg-paper-raised px-2 py-2 text-base text-ink tabular disabled:border-line disabled:bg-paper-sunk"
        />
      </label>
      <Button type="submit" disabled={isFull}>
        Add
      </Button>
    </form>
  );
}
