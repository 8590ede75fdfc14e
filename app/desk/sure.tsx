import { useId, type ReactNode } from 'react';

/** What is never undone is done by two: this box and a button. */
export function Sure({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        name="sure"
        value="yes"
        required
        className="mt-0.5 size-5 shrink-0 accent-accent-ink"
      />
      <label htmlFor={id}>{children}</label>
    </div>
  );
}
