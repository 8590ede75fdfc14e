import type { ComponentProps } from 'react';

interface ButtonLook {
  /** `primary` once per view; `outline` beside it; `quiet` inside a dense row. */
  variant?: 'primary' | 'outline' | 'quiet';
  /** `large` is 44 px tall, `small` 32 px. */
  size?: 'large' | 'small';
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border shrink-0 max-w-full font-mono font-medium transition-colors duration-150 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';
const variants = {
  primary:
    'border-accent-ink bg-accent-ink text-on-accent hover:not-disabled:border-ink hover:not-disabled:bg-ink hover:not-disabled:text-paper disabled:border-line-strong disabled:bg-paper-sunk disabled:text-ink-faint',
  outline:
    'border-line-strong bg-transparent text-ink hover:not-disabled:border-accent-ink hover:not-disabled:bg-accent-wash disabled:border-line disabled:text-ink-faint',
  quiet:
    'border-transparent bg-transparent text-ink-soft hover:not-disabled:bg-paper-sunk hover:not-disabled:text-ink disabled:text-ink-faint',
};
const sizes = {
  large: 'min-h-11 px-5 py-2 text-sm tracking-wide',
  small: 'min-h-8 min-w-8 px-2.5 py-1 text-xs tracking-wide',
};

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'outline', size = 'large' }: ButtonLook = {}): string {
  return `${base} ${variants[variant]} ${sizes[size]}`;
}

/**
 * A button; `busy` disables it and shows the loading animation beside its text. The text has an element
 * of its own, as everywhere beside what comes and goes: a translator moves bare text elsewhere, and
 * React then fails to put anything before it.
 */
export function Button({
  variant,
  size,
  busy = false,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {busy && <Spinner />}
      <span>{children}</span>
    </button>
  );
}

/** Something is under way: three blocks, one after the other. The text beside it says what. */
export function Spinner({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 22 8" aria-hidden="true" className={`h-2 w-5.5 fill-current ${className}`}>
      <rect width="5" height="8" className="animate-cursor" />
      <rect x="8" width="5" height="8" className="animate-cursor [animation-delay:0.2s]" />
      <rect x="16" width="5" height="8" className="animate-cursor [animation-delay:0.4s]" />
    </svg>
  );
}
