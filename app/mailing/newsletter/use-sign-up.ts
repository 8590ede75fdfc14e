import { useRef, useState, type FormEvent } from 'react';
import { signUp, type FailureSentence, type SignUp, type SignUpOutcome } from './newsletter.ts';
import { provingFetch } from '#app/platform/limits/proving-fetch.ts';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';
import { useToast } from '#app/ui/toast.tsx';

const TOAST_MS = 4000;

/** A form with one email field that subscribes; what was typed goes only once it was taken. */
export function useSignUp({
  thanks,
  failed,
  more,
  onSignedUp,
}: {
  /** The toast that follows. */
  thanks: string;
  failed: FailureSentence;
  /** Sent beside the address. */
  more?: Omit<SignUp, 'email'>;
  onSignedUp?: (() => void) | undefined;
}) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SignUpOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const button = useFocusKept(isBusy);
  const toast = useToast();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const email = new FormData(event.currentTarget).get('email');
    setBusy(true);
    setOutcome(undefined);
    const found = await signUp(
      { email: typeof email === 'string' ? email : '', ...more },
      failed,
      provingFetch,
    );
    setOutcome(found);
    setBusy(false);
    if (!found.ok) return;
    form.current?.reset();
    toast.show(thanks, { durationMs: TOAST_MS });
    onSignedUp?.();
  }

  return { isBusy, outcome, form, button, onSubmit: submit };
}
