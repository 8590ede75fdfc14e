import { useEffect, useRef } from 'react';

/** A disabled button loses the focus; it gets it back when it can be pressed again. */
export function useRestoredFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isFocusLost) button.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return button;
}
