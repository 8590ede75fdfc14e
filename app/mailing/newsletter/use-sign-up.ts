import { useRef, useState, type FormEvent } from 'react';
import { ALREADY_SUBSCRIBED } from '#app/mailing/messages.ts';
import { ask, type FormOutcome, type NotAnswered } from '#app/platform/http/ask.ts';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';
import { useToast } from '#app/ui/toast.tsx';

const TOAST_MS = 4000;

/** The sentence for what nothing came of: a duplicate has its own, and trouble at the site is none of theirs. */
export const signUpFailed =
  (failed: (said?: string) => string) =>
  (said?: string, status = 500): string =>
    status === 409 ? ALREADY_SUBSCRIBED : failed(status < 500 ? said : undefined);

/** A form with one email field that subscribes; what was typed goes only once it was taken. */
export function useSignUp({
  thanks,
  failed,
  more,
  onSignedUp,
  sent,
}: {
  /** The toast that follows. */
  thanks: string;
  failed: (said?: string) => string;
  /** Sent beside the address. */
  more?: { query: string; status: 'new' };
  onSignedUp?: (() => void) | undefined;
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
}) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: true } | NotAnswered | undefined>(sent);
  const form = useRef<HTMLFormElement>(null);
  const button = useFocusKept(isBusy);
  const toast = useToast();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const email = new FormData(event.currentTarget).get('email');
    setBusy(true);
    setOutcome(undefined);
    const found = await ask('post /api/subscribers', {
      body: { email: typeof email === 'string' ? email : '', ...more },
      failed: signUpFailed(failed),
    });
    setOutcome(found);
    setBusy(false);
    if (!found.ok) return;
    form.current?.reset();
    toast.show(thanks, { durationMs: TOAST_MS });
    onSignedUp?.();
  }

  return { isBusy, outcome, form, button, onSubmit: submit };
}
