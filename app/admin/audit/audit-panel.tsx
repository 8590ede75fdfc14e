import { DeskForm, IntentButton } from '#app/admin-ui/desk-form.tsx';
import { useEffect } from 'react';
import { href, useRevalidator } from 'react-router';
import { minuteText } from '#app/kit/day-text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { AuditFindings, AuditTable } from './audit-findings.tsx';
import { AUDIT_FAILED } from './audit.ts';
import type { AuditRun, ListedEntry } from './audit-runs.server.ts';

const EVERY_MS = 1_500;

/** The audit: run it, see how far it is, read and keep what it found. */
export function AuditPanel({
  latest,
  done,
  entries,
}: {
  /** The newest run, in whatever state. */
  latest: AuditRun | undefined;
  /** The newest that is done, whose findings are shown. */
  done: AuditRun | undefined;
  /** The first of its entries. */
  entries: ListedEntry[] | undefined;
}) {
  const isRunning = latest?.status === 'running';
  useAuditProgress(isRunning);
  const finished = done?.finishedAt ? minuteText(done.finishedAt) : undefined;
  return (
    <TitledPanel id="audit" title="Audit" note={finished} className="mt-8">
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <DeskForm>
          <IntentButton intent="run-audit" size="large" variant="primary" disabled={isRunning}>
            Run the audit
          </IntentButton>
        </DeskForm>
        <p role="status" className="text-sm">
          {isRunning ? progressText(latest) : !latest && 'No audit has been run yet.'}
        </p>
        {isRunning && (
          <a href={href('/admin')} className={buttonClass({ size: 'small' })}>
            Look again
          </a>
        )}
      </div>
      {latest?.status === 'failed' && (
        <Notice tone="error" className="mt-4">
          {AUDIT_FAILED}
        </Notice>
      )}
      {done?.report && (
        <>
          <AuditFindings report={done.report} />
          <Files id={done.id} />
          {entries && <AuditTable entries={entries} />}
          {entries && entries.length < done.report.products + done.report.demos && (
            <p className="mt-4 text-sm">More products are in the files.</p>
          )}
        </>
      )}
    </TitledPanel>
  );
}

/** The audit as a file: for a spreadsheet and for a program. */
function Files({ id }: { id: string }) {
  const files = [
    [`/api/audits/${id}/csv`, 'Download CSV'],
    [`/api/audits/${id}`, 'Download JSON'],
  ] as const;
  return (
    <ul className="mt-4 flex flex-wrap gap-3">
      {files.map(([to, text]) => (
        <li key={to}>
          <a href={to} download className={buttonClass({ size: 'small' })}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

function progressText({ progress }: AuditRun): string {
  if (!progress) return 'Waiting for its turn…';
  return `Reading from Stripe: ${progress.read.toLocaleString('en-US')} ${progress.what} so far.`;
}

/** Looks again by itself while an audit runs; without a script there is a link that does. */
function useAuditProgress(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
