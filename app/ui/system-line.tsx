import { Spinner } from './button.tsx';

/**
 * A line that says what is under way, announced politely: in the bracketed system voice where the
 * specification gives it ("[SYSTEM]: Loading products..."), with the loading animation.
 */
export function SystemLine({ children, className = '' }: { children: string; className?: string }) {
  return (
    <p
      role="status"
      className={`flex items-center gap-3 text-sm text-ink-soft ${children.startsWith('[') ? 'font-mono' : ''} ${className}`}
    >
      <span>{children}</span>
      <Spinner className="text-accent-ink" />
    </p>
  );
}
