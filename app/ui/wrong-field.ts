import { createContext, useEffect, type ReactNode } from 'react';

/** A refused form, for the fields within: what was typed, why, and which of them is wrong, by their names. */
export interface RefusedFields {
  readonly typed?: Readonly<Record<string, string | undefined>> | undefined;
  readonly error?: string | undefined;
  readonly field?: string | undefined;
}

export const WrongField = createContext<RefusedFields>({});

/** The form that was sent last, until its sender does anything more: goes on to another field, say. */
let sent: Element | null = null;

/**
 * Watches, as long as the page is open, which form was sent. One that its page refuses has its first wrong
 * field focused, as browsers do with what they check themselves.
 */
export function useWatchedForms(): void {
  useEffect(() => {
    addEventListener('submit', ({ target }) => {
      sent = target as Element;
      // Once the page has drawn what its check found.
      setTimeout(focusWrong);
    });
    for (const act of ['input', 'keydown', 'pointerdown'])
      addEventListener(act, () => (sent = null));
  }, []);
}

/** Focuses the first wrong field of the form that was sent, once its answer says what is wrong. */
export function useFocusedWhenWrong(error: ReactNode): void {
  useEffect(focusWrong, [error]);
}

function focusWrong(): void {
  sent?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
