import { useEffect, type ReactNode } from 'react';

/** The form that was sent last, until something in it is changed. */
let sent: EventTarget | null = null;

/**
 * Watches, as long as the page is open, which form was sent. One that its page refuses has its first wrong
 * field focused, as browsers do with what they check themselves.
 */
export function useWatchedForms(): void {
  useEffect(() => {
    const submitted = ({ target }: Event) => {
      sent = target;
      // Once the page has drawn what its check found.
      setTimeout(() => focusWrong(target));
    };
    const changed = () => (sent = null);
    document.addEventListener('submit', submitted);
    document.addEventListener('input', changed);
    return () => {
      document.removeEventListener('submit', submitted);
      document.removeEventListener('input', changed);
    };
  }, []);
}

/** Focuses a field once it is wrong by the answer to its form, where it is the first such field of it. */
export function useFocusedWhenWrong(id: string, error: ReactNode): void {
  const isWrong = Boolean(error);
  useEffect(() => {
    const form = isWrong && document.getElementById(id)?.closest('form');
    if (form && form === sent) focusWrong(form);
  }, [id, isWrong]);
}

function focusWrong(form: EventTarget | null): void {
  const wrong = form instanceof Element && form.querySelector<HTMLElement>('[aria-invalid=true]');
  if (wrong) wrong.focus();
}
