import type { ReactNode } from 'react';

const tones = {
  error: 'border-danger bg-danger-wash text-danger',
  warn: 'border-warn bg-warn-wash text-warn',
  good: 'border-accent bg-accent-wash text-accent-ink',
  plain: 'border-line-strong bg-paper-raised text-ink',
};

/** A framed sentence; `error` is the red-bordered box and is announced at once. */
export function Notice({
  tone = 'plain',
  className = '',
  action,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  /** A button or a link that mends it. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border px-4 py-3 ${tones[tone]} ${className}`}
    >
      <div className="text-sm">{children}</div>
      {action}
    </div>
  );
}

/** What came of a form: what was done is announced when it is quiet, what failed at once. */
export function FormNotice({
  outcome,
  error = outcome?.ok === false && outcome.sentence,
  done = outcome?.ok && outcome.sentence,
  className = 'mt-3',
}: {
  outcome?: { ok: boolean; sentence: string } | undefined;
  error?: ReactNode;
  done?: ReactNode;
  className?: string;
}) {
  return (
    <>
      {error && (
        <Notice tone="error" className={className}>
          {error}
        </Notice>
      )}
      <div role="status">
        {done && (
          <Notice tone="good" className={className}>
            {done}
          </Notice>
        )}
      </div>
    </>
  );
}
