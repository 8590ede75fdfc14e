import type { ReactNode } from 'react';

const tones = {
  plain: 'border-line-strong text-ink-soft',
  accent: 'border-accent bg-accent-wash text-accent-ink',
  warn: 'border-warn bg-warn-wash text-warn',
  danger: 'border-danger bg-danger-wash text-danger',
};

/** A short mark in a frame; its text carries the meaning, its tone only repeats it. */
export function Tag({
  tone = 'plain',
  className = '',
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`label inline-block rounded-sm border px-1.5 py-px text-2xs font-medium ${tones[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
