import { useEffect, useRef, type FormEvent } from 'react';
import { CODE_CHARACTERS, cleanCode } from './code.ts';
import type { Lookup } from './lookup.ts';
import { StepNotes } from './step-notes.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** The second step: the code that was mailed. */
export function CodeStep({
  lookup,
  onVerify,
  onSendAgain,
  onOtherEmail,
}: {
  lookup: Lookup;
  onVerify: (code: string) => Promise<void>;
  onSendAgain: () => Promise<void>;
  onOtherEmail: () => void;
}) {
  const isBusy = lookup.busy !== undefined;
  const field = useRef<HTMLInputElement>(null);
  const button = useFocusKept(isBusy);

  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) void onVerify(cleanCode(field.current?.value ?? ''));
  }

  async function sendAgain() {
    await onSendAgain();
    field.current?.select();
  }

  return (
    <Panel aria-labelledby="step" className="shadow-raised">
      <RuleLabel id="step" note="2 of 2">
        Your code
      </RuleLabel>
      <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
        Sent to <strong className="font-medium text-ink">{lookup.email}</strong>
      </p>
      <StepNotes lookup={lookup} />
      <form
        method="post"
        onSubmit={submit}
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
          onInput={(event) => {
            const { isComposing } = event.nativeEvent as InputEvent;
            if (!isComposing) tidy(event.currentTarget);
          }}
          onCompositionEnd={(event) => tidy(event.currentTarget)}
          className="min-w-0 flex-1 [&_input]:font-mono [&_input]:tracking-[0.3em] [&_input]:uppercase"
        />
        <Button ref={button} type="submit" variant="primary" busy={lookup.busy === 'verifying'}>
          {lookup.busy === 'verifying' ? 'Checking…' : 'View contributions'}
        </Button>
      </form>
      <p className="noscript:hidden mt-5 flex flex-wrap gap-x-2 gap-y-1 border-t border-line pt-3 text-sm text-ink-soft">
        <span className="self-center max-sm:w-full">Didn’t get it?</span>
        <Button
          size="small"
          disabled={isBusy}
          busy={lookup.busy === 'sending'}
          onClick={() => void sendAgain()}
        >
          Send a new code
        </Button>
        <Button size="small" variant="quiet" disabled={isBusy} onClick={onOtherEmail}>
          Use a different email
        </Button>
      </p>
    </Panel>
  );
}

/** Forces upper case (spec §5) and drops what a paste brings along; the caret stays where it was. */
function tidy(input: HTMLInputElement): void {
  const clean = (text: string) => cleanCode(text).slice(0, CODE_CHARACTERS);
  const code = clean(input.value);
  if (code === input.value) return;
  const caret = clean(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = code;
  input.setSelectionRange(caret, caret);
}
