import { useEffect, useId, useState, type ReactNode } from 'react';

/**
 * A heading of one word, and what it stands over. Its explanation shows when the word is pointed at,
 * focused or pressed, below all of that: within it where it is narrow, over what follows where it is
 * wide. It stays while the pointer is on any of it, and goes with Escape (WCAG 1.4.13). Without
 * scripts it shows on focus.
 */
export function Explained({
  word,
  beside,
  explanation,
  className,
  children,
}: {
  word: string;
  /** In the line of the word, at its other end. */
  beside: ReactNode;
  explanation: ReactNode;
  className: string;
  children: ReactNode;
}) {
  const id = useId();
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setPointedAt(false);
      setFocused(false);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, []);
  return (
    <div
      className={`group/explained relative ${className}`}
      onPointerLeave={() => setPointedAt(false)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2>
          <button
            type="button"
            aria-describedby={id}
            onPointerEnter={() => setPointedAt(true)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onClick={({ currentTarget }) => {
              currentTarget.focus(); // Safari focuses no button that is pressed.
              setFocused(true);
            }}
            className="label min-h-6 cursor-help text-ink-soft underline decoration-dotted underline-offset-4"
          >
            {word}
          </button>
        </h2>
        {beside}
      </div>
      {children}
      <div
        id={id}
        role="tooltip"
        data-shown={isPointedAt || isFocused || undefined}
        className="hidden pt-2 data-shown:block noscript:group-focus-within/explained:block @3xl:absolute @3xl:inset-x-0 @3xl:top-full @3xl:z-20"
      >
        <div className="rounded-md border border-line-strong bg-paper p-3 text-sm text-ink shadow-sm">
          {explanation}
        </div>
      </div>
    </div>
  );
}
