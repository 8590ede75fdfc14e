import { useEffect, useRef } from 'react';
import { CODE_CHARACTERS, cleanCode } from './code.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Lookup } from './lookup.ts';
import { CODE_INVALID } from './messages.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { knownEmail } from '#app/subscriptions/known-email.ts';
import { useLookupForm } from './use-lookup.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';

/** The first step: the address that the code goes to. */
export function EmailStep({ lookup, hasMoved }: { lookup: Lookup; hasMoved: boolean }) {
  const { Form, busy } = useLookupForm();
  const isBusy = busy !== undefined;
  const { failure } = lookup;
  const wrong = failure?.reason === EMAIL_INVALID ? EMAIL_INVALID : undefined;
  const field = useRef<HTMLInputElement>(null);
  const button = useRestoredFocus(isBusy);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // Sent by the server it is empty, unless the visitor was faster than the scripts.
    if (input.value === '') input.value = knownEmail.get();
    if (hasMoved) input.select();
  }, [hasMoved]);

  return (
    <Panel aria-labelledby="step" className="shadow-raised">
      <RuleLabel id="step" note="1 of 2">
        Your email
      </RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        We email you a code of six characters. It shows that the address is yours; there is no
        account and no password.
      </p>
      <StepNotes
        lookup={failure && wrong ? { ...lookup, failure: { ...failure, reason: '' } } : lookup}
      />
      <Form
        method="post"
        defaultShouldRevalidate={false}
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <input type="hidden" name="intent" value="send" />
        <Input
          ref={field}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={lookup.email}
          required
          maxLength={254}
          error={wrong}
          className="min-w-0 flex-1"
        />
        <Button ref={button} type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send code'}
        </Button>
      </Form>
    </Panel>
  );
}

/** The second step: the code that was mailed. */
export function CodeStep({ lookup, onOtherEmail }: { lookup: Lookup; onOtherEmail: () => void }) {
  const { Form, busy } = useLookupForm();
  const isBusy = busy !== undefined;
  const field = useRef<HTMLInputElement>(null);
  const wrong = lookup.failure?.sentence === CODE_INVALID ? CODE_INVALID : undefined;
  const button = useRestoredFocus(isBusy);

  // A code that has just been sent is the next thing to be typed.
  useEffect(() => {
    if (!lookup.word) return;
    field.current?.focus();
    field.current?.select();
  }, [lookup.word]);

  return (
    <Panel aria-labelledby="step" className="shadow-raised">
      <RuleLabel id="step" note="2 of 2">
        Your code
      </RuleLabel>
      <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
        Sent to <strong className="font-medium text-ink">{lookup.email}</strong>
      </p>
      <StepNotes lookup={wrong ? { word: lookup.word } : lookup} />
      <Form
        method="post"
        defaultShouldRevalidate={false}
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="email" value={lookup.email} />
        <Input
          ref={field}
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          pattern="[A-Za-z0-9]{6}"
          title="Six letters or digits"
          required
          defaultValue={lookup.typed?.code}
          error={wrong}
          onInput={(event) => {
            const { isComposing } = event.nativeEvent as InputEvent;
            if (!isComposing) tidy(event.currentTarget);
          }}
          onCompositionEnd={(event) => tidy(event.currentTarget)}
          className="min-w-0 flex-1 [&_input]:font-mono [&_input]:tracking-[0.3em] [&_input]:uppercase"
        />
        <Button ref={button} type="submit" variant="primary" busy={busy === 'verify'}>
          {busy === 'verify' ? 'Checking…' : 'View contributions'}
        </Button>
      </Form>
      <div className="mt-5 flex flex-wrap gap-x-2 gap-y-1 border-t border-line pt-3 text-sm text-ink-soft">
        <span className="self-center max-sm:w-full">Didn’t get it?</span>
        <Form method="post" defaultShouldRevalidate={false}>
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="email" value={lookup.email} />
          <input type="hidden" name="again" value="yes" />
          <Button type="submit" size="small" disabled={isBusy} busy={busy === 'send'}>
            Send a new code
          </Button>
        </Form>
        <Button
          size="small"
          variant="quiet"
          disabled={isBusy}
          onClick={onOtherEmail}
          className="noscript:hidden"
        >
          Use a different email
        </Button>
      </div>
    </Panel>
  );
}

/** Forces upper case and drops what a paste brings along; the caret stays where it was. */
function tidy(input: HTMLInputElement): void {
  const clean = (text: string) => cleanCode(text).slice(0, CODE_CHARACTERS);
  const code = clean(input.value);
  if (code === input.value) return;
  const caret = clean(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = code;
  input.setSelectionRange(caret, caret);
}

/** What there is to say at a step: why something failed, or that it went well. */
function StepNotes({ lookup }: { lookup: Pick<Lookup, 'failure' | 'word'> }) {
  const { failure, word } = lookup;
  return (
    <>
      <div role="status">
        {word && (
          <Notice tone="good" className="mt-4">
            {word}
          </Notice>
        )}
      </div>
      {failure && <FailureNotice failure={failure} className="mt-4" />}
    </>
  );
}
