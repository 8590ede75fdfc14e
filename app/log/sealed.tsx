import type { ReactNode } from 'react';
import { WHAT_A_SEAL_SHOWS } from './messages.ts';
import type { Seal } from './log-page.server.ts';
import { PlainLink } from '#app/ui/text-link.tsx';

/** Where something is sealed, how to check it, and the checkpoint to keep. */
export function Sealed({ seal, className = '' }: { seal: Seal | null; className?: string }) {
  if (!seal) return null;
  const { index, checkpoint } = seal;
  return (
    <section aria-label="Seal" className={`text-sm text-ink-soft ${className}`}>
      <p>
        Sealed as <LogEntry entry={index}>entry {index}</LogEntry> of{' '}
        <PlainLink href="/log">the log</PlainLink>. {WHAT_A_SEAL_SHOWS}{' '}
        {checkpoint && (
          <>
            <a href={`/log/entry/${index}.proof`} download className="link">
              Proof
            </a>{' '}
            · <PlainLink href="/verify">Verify</PlainLink>
          </>
        )}
      </p>
      {checkpoint && (
        <details data-skip-in-text className="mt-2">
          <summary className="cursor-pointer py-2">A checkpoint to keep</summary>
          <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{checkpoint}</pre>
        </details>
      )}
    </section>
  );
}

/** Leads to an entry of the log. */
export function LogEntry({ entry, children }: { entry: number; children: ReactNode }) {
  return <PlainLink href={`/log/entry/${entry}`}>{children}</PlainLink>;
}
