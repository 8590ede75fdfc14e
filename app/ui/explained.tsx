import { useEffect, useId, useState, type ReactNode } from 'react';

/**
 * A word with an explanation that shows on hover and on focus, stays while the pointer is on it,
 * and goes with Escape (WCAG 1.4.13). Without scripts it shows all the same.
 */
export function Explained({ explanation, children }: { explanation: ReactNode; children: string }) {
  const id = useId();
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true);
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, []);
  const restore = () => setDismissed(false);
  return (
    <span className="group/explained relative block" onPointerLeave={restore} onBlur={restore}>
      <button
        type="button"
        aria-describedby={id}
        className="label min-h-6 cursor-help text-ink-soft underline decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={isDismissed}
        className="invisible absolute top-full left-0 z-20 w-full pt-1 group-focus-within/explained:visible group-hover/explained:visible"
      >
        <span className="block rounded-md border border-line-strong bg-paper p-3 text-xs text-ink shadow-sm">
          {explanation}
        </span>
      </span>
    </span>
  );
}
