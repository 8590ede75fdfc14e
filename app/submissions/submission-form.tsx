import { useState, type FocusEvent, type FormEvent } from 'react';
import { href } from 'react-router';
import { AcceptTerms } from '#app/funding/list/accept-terms.tsx';
import { useCheckoutForm } from '#app/funding/list/use-checkout-form.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { track } from '#app/analytics/track.ts';
import { dataOf, draftOf, errorsIn, type Draft } from './draft.ts';
import { ExistingProduct } from './existing-product.tsx';
import { ListedAlike } from './listed-alike.tsx';
import * as messages from './messages.ts';
import {
  adjustAmount,
  derivedFrom,
  NAME_MAX,
  readAddress,
  type SubmissionErrors,
  type SubmissionField,
} from './submission.ts';
import type { SubmissionRefusal } from './submission-schema.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Textarea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatCents } from '#app/kit/money.ts';
import { capitalized } from '#app/kit/text.ts';
import { panelNamed, panels, priceOf } from '#app/toxicology/panels/panels.ts';

/** The form of /add-product: what is wrong stands beside its field, and nothing is lost. */
export function SubmissionForm({
  sent,
  draft,
  onChange: change,
}: {
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome<SubmissionRefusal> | undefined;
  draft: Draft;
  onChange: (fields: Partial<Draft>) => void;
}) {
  const refused = sent?.ok === false ? sent : undefined;
  const panel = panelNamed(draft.panel);
  const [errors, setErrors] = useState<SubmissionErrors>(refused?.body?.fields ?? {});
  const [adjusted, setAdjusted] = useState<string>();
  /** What the server said is of what was sent, not of what has been typed since. */
  const [isEdited, setEdited] = useState(false);
  const { Form, button, isBusy, outcome, sentences } = useCheckoutForm({
    sent,
    failed: messages.SUBMIT_FAILED,
    unreachable: messages.UNREACHABLE_BUT_SAVED,
    onLeaving() {
      const { amount, brand, category } = dataOf(draft);
      track('Submit Product', { amount, brand, category });
    },
  });
  const answer = outcome?.ok === false && !isEdited ? outcome.body : undefined;
  const [named, setNamed] = useState(draft.name);

  /** All that the form holds, of which some may have been typed before its scripts ran. */
  function type({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const typed = typedIn(currentTarget);
    const { name: field } = target as HTMLInputElement;
    if (field === 'another') return; // of what was sent
    change(typed);
    if (field !== 'name') setNamed(typed.name.trim());
    setErrors((before) => ({ ...before, [field]: undefined }));
    setEdited(true);
    if (field === 'amount') setAdjusted(undefined);
  }

  function leaveAmount({ target }: FocusEvent<HTMLInputElement>) {
    const { text, message, error } = adjustAmount(target.value, panel);
    if (text !== target.value) {
      target.value = text;
      change({ amount: text });
    }
    setAdjusted(message);
    setErrors((before) => ({ ...before, amount: error }));
  }

  /** What the server would refuse is said at once, beside its field. */
  function check(event: FormEvent<HTMLFormElement>) {
    const typed = typedIn(event.currentTarget);
    const found = errorsIn(typed);
    change(typed);
    setErrors(found);
    const isWrong = Object.keys(found).length > 0;
    setEdited(isWrong);
    if (isWrong) event.preventDefault();
  }

  const field = (name: SubmissionField) => ({
    name,
    defaultValue: draft[name],
    error: errors[name] ?? answer?.fields?.[name],
  });

  return (
    <Form
      method="post"
      action={href('/add-product')}
      noValidate
      defaultShouldRevalidate={false}
      onInput={type}
      onSubmit={check}
      className="flex flex-col gap-5"
    >
      <Input
        {...field('name')}
        label="Product name"
        hint="As printed on the package, with flavor and size."
        maxLength={NAME_MAX}
        autoComplete="off"
        required
        onBlur={({ target }) => setNamed(target.value.trim())}
      />
      {draft.name !== '' && <ListedAlike name={named} panel={panel?.key} />}
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
        inputMode="decimal"
        autoComplete="off"
        hint={`As printed on the package.${panel && panel.key !== 'plastics' ? '' : ' Without it, results are shown per gram, not as a percentage of the daily limit.'}`}
      />
      <fieldset>
        <legend className="font-medium">To be tested for</legend>
        {panels.map(({ key, name, inSentence, ...one }) => (
          <label key={key} className="mt-2 flex items-start gap-3">
            <input
              type="radio"
              name="panel"
              value={key}
              defaultChecked={key === draft.panel}
              className="mt-0.5 size-6 shrink-0"
            />
            <span>
              {`${capitalized(name)} (${inSentence}): ${formatCents(priceOf(one).targetCents)}`}
            </span>
          </label>
        ))}
      </fieldset>
      <Input
        {...field('amount')}
        label="Contribution amount, in U.S. dollars"
        inputMode="numeric"
        required
        onBlur={leaveAmount}
        hint={
          <>
            {messages.amountHint(panel)}
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
      {sentences.length > 0 && !isEdited && !answer?.fields && (
        <Notice tone="error">{sentences}</Notice>
      )}
      {answer?.existing && (
        <ExistingProduct product={answer.existing} amount={dataOf(draft).amount} />
      )}
      {answer?.may_be_another && (
        <label className="-mt-2 flex items-start gap-3">
          <input type="checkbox" name="another" value="yes" className="mt-0.5 size-6 shrink-0" />
          <span>{messages.ANOTHER}</span>
        </label>
      )}
      <Button ref={button} type="submit" variant="primary" busy={isBusy} className="w-full">
        {isBusy ? 'PROCESSING…' : 'SUBMIT PRODUCT'}
      </Button>
      <AcceptTerms className="-mt-2" />
    </Form>
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
      {readAddress(address).ok && <span className="block text-sm text-accent-ink">{listedAs}</span>}
    </>
  );
}

const typedIn = (form: HTMLFormElement) => draftOf(Object.fromEntries(new FormData(form)));
