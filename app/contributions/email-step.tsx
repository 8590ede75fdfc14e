import { useEffect, useRef } from 'react';
import type { Lookup } from './lookup.ts';
import { StepNotes } from './step-notes.tsx';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { knownEmail } from '#app/subscriptions/known-email.ts';
import { useLookupForm } from './use-lookup.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
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
