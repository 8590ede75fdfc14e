import type { ReactNode } from 'react';
import { Spinner } from './button.tsx';

/**
 * A line in the bracketed system voice, such as "[SYSTEM]: Loading products...", announced
 * politely; `busy` adds the loading animation.
 */
export function SystemLine({
  children,
  busy = false,
  className = '',
}: {
  children: ReactNode;
  busy?: boolean;
  className?: string;
}) {
  return (
    <p
      role="status"
      className={`flex items-center gap-3 font-mono text-sm text-ink-soft ${className}`}
    >
      <span>{children}</span>
      {busy && <Spinner className="text-accent-ink" />}
    </p>
  );
}
