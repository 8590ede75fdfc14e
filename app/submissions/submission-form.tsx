import { useState, type FormEvent } from 'react';
import type { FundableProduct } from '#app/funding/list/funding-list.ts';
import { AcceptTerms } from '#app/funding/list/accept-terms.tsx';
import { leaveFor } from '#app/funding/list/leave-for.ts';
import { useLeaving } from '#app/funding/list/use-leaving.ts';
import { ask, type FormOutcome } from '#app/platform/http/ask.ts';
import { track } from '#app/platform/analytics/track.ts';
import { dataOf, draftOf } from './draft.ts';
import { ExistingProduct } from './existing-product.tsx';
import { ListedAlike } from './listed-alike.tsx';
import { STRIPE_FAILED } from '#app/funding/messages.ts';
import * as messages from './messages.ts';
import {
  adjustAmount,
  derivedFrom,
  errorsOf,
  NAME_MAX,
  numberOf,
  readAddress,
  type SubmissionErrors,
  type SubmissionField,
} from './submission.ts';
import type { SubmissionRefusal } from './submission-schema.ts';
import { useDraft } from './use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Textarea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';
import { useTypedBefore } from '#app/ui/use-typed-before.ts';
import { FULL_FUNDING_DOLLARS, formatDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';

/** The form of /add-product (spec §5): what is wrong stands beside its field, and nothing is lost. */
export function SubmissionForm({
  sent,
  name = '',
}: {
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome<SubmissionRefusal> | undefined;
  /** What a search was for that led here. */
  name?: string;
}) {
  const refused = sent?.ok === false ? sent : undefined;
  const [draft, change] = useDraft(refused ? draftOf(refused.typed) : name ? { name } : undefined);
  const [errors, setErrors] = useState<SubmissionErrors>(refused?.body?.fields ?? {});
  const [adjusted, setAdjusted] = useState<string>();
  const [existing, setExisting] = useState<FundableProduct | undefined>(refused?.body?.existing);
  /** What the server said is of what was sent, not of what has been typed since. */
  const [isEdited, setEdited] = useState(false);
  const { start, isBusy, sentences } = useLeaving(
    refused && !refused.body?.fields ? [refused.sentence] : [],
  );
  const button = useFocusKept(isBusy);
  const [named, setNamed] = useState(draft.name);
  const form = useTypedBefore((typed) => {
    change(typed);
    if (typed.name) setNamed(typed.name.trim());
  });

  function type(field: SubmissionField, text: string) {
    change({ [field]: text });
    setErrors((before) => ({ ...before, [field]: undefined }));
    setExisting(undefined);
    setEdited(true);
    if (field === 'amount') setAdjusted(undefined);
  }

  function leaveAmount() {
    const { text, message, error } = adjustAmount(draft.amount);
    if (text !== draft.amount) change({ amount: text });
    setAdjusted(message);
    setErrors((before) => ({ ...before, amount: error }));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const submissionData = dataOf(draft);
    const found = errorsOf(submissionData);
    setErrors(found);
    setExisting(undefined);
    const [wrong] = Object.keys(found);
    if (wrong) return focusOn(event.currentTarget, wrong);
    setEdited(false);
    start(async (signal) => {
      const asked = await ask('post /api/create-product-submission-checkout', {
        body: { submissionData },
        signal,
        failed: messages.SUBMIT_FAILED,
        unreachable: messages.UNREACHABLE_BUT_SAVED,
      });
      if (!asked.ok) setExisting(asked.body?.existing);
      const { amount, brand, category } = submissionData;
      return leaveFor(asked, STRIPE_FAILED, () =>
        track('Submit Product', { amount, brand, category }),
      );
    });
  }

  const field = (name: SubmissionField) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => type(name, event.target.value),
  });

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Input
        {...field('name')}
        label="Product name"
        hint="As printed on the package, with flavor and size."
        maxLength={NAME_MAX}
        autoComplete="off"
        required
        onBlur={() => setNamed(draft.name.trim())}
      />
      {draft.name !== '' && <ListedAlike name={named} />}
      <Input
        {...field('product_url')}
        label="Product URL"
        type="text"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        hint={<Derived address={draft.product_url} />}
      />
      <Input
        {...field('upc')}
        label="UPC (optional)"
        inputMode="numeric"
        autoComplete="off"
        hint="The number under the barcode."
      />
      <Input
        {...field('serving_size_g')}
        label="Serving size in grams (optional)"
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        autoComplete="off"
        hint="As printed on the package. Without it, results are shown per gram, not as a percentage of the daily limit."
      />
      <Input
        {...field('amount')}
        label="Contribution amount, in U.S. dollars"
        type="number"
        inputMode="numeric"
        min={NUMBERS.submissionMinDollars}
        max={FULL_FUNDING_DOLLARS}
        step={1}
        required
        onBlur={leaveAmount}
        hint={
          <>
            {`Whole dollars, ${formatDollars(NUMBERS.submissionMinDollars)} to ${formatDollars(FULL_FUNDING_DOLLARS)}.`}
            <span role="status" className="block min-h-6 font-medium text-accent-ink">
              {adjusted}
            </span>
          </>
        }
      />
      <Textarea
        {...field('comments')}
        label="Comments (optional)"
        hint="Why it should be tested, or which version you mean. Not published."
      />
      {sentences.length > 0 && !isEdited && <Notice tone="error">{sentences}</Notice>}
      {existing && <ExistingProduct product={existing} amount={numberOf(draft.amount)} />}
      <Button ref={button} type="submit" variant="primary" busy={isBusy} className="w-full">
        {isBusy ? 'PROCESSING…' : 'SUBMIT PRODUCT'}
      </Button>
      <AcceptTerms className="-mt-2" />
    </form>
  );
}

/** What follows from the address, as it is typed. */
function Derived({ address }: { address: string }) {
  const { brand, category } = derivedFrom(address);
  const listedAs =
    brand === 'Unknown' ? messages.SHOP_UNKNOWN : `Listed under ${brand} / ${category}`;
  return (
    <>
      A store’s page for exactly this product, in the United States.
      {readAddress(address).ok && (
        <span className="block font-mono text-xs text-accent-ink">{listedAs}</span>
      )}
    </>
  );
}

function focusOn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
