import { Link } from 'react-router';
import { LineList } from '#app/ui/line-list.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { LogEntry } from '#app/log/sealed.tsx';
import { reportAddress } from '#app/results/risk-level-row.ts';
import type { ReportBackground } from './corrections.server.ts';
import type { recentCorrections, RevisionStep } from './revision-steps.ts';

/**
 * Every publication of a product's results, the latest first, with its reason and what it changed;
 * of a single one no more than its day. `shown` is the number of the one that the page shows.
 */
export function ReportHistory({ originalId, history, shown, seal }: HistoryProps) {
  const [latest, ...earlier] = history;
  if (!latest) return null;
  if (earlier.length === 0) {
    return (
      <p className="mt-3 text-sm text-ink-soft">
        Published here on <Day of={latest.published_at} />.
      </p>
    );
  }
  return (
    <RuledSection id="history" title="History of these results" gap="mb-4" className="mt-12">
      <ol className="max-w-prose">
        {history.map((step) => (
          <Step
            key={step.number}
            {...{ originalId, step, shown, seal }}
            isLatest={step === latest}
          />
        ))}
      </ol>
    </RuledSection>
  );
}

type HistoryProps = { originalId: number } & Pick<ReportBackground, 'history' | 'shown' | 'seal'>;

function Step({
  originalId,
  step: { number, published_at, reason, changes },
  isLatest,
  shown,
  seal,
}: Omit<HistoryProps, 'history'> & { step: RevisionStep; isLatest: boolean }) {
  const isShown = number === shown;
  const entry = seal?.revisions.get(number);
  return (
    <li className="border-t border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-mono text-sm">
        {isShown ? (
          <strong className="font-medium">Revision {number}</strong>
        ) : (
          <Link
            to={reportAddress(originalId, isLatest ? undefined : number)}
            className="link inline-flex min-h-6 items-center"
          >
            Revision {number}
          </Link>
        )}
        <span className="text-ink-soft">
          <Day of={published_at} />
        </span>
        {entry !== undefined && <LogEntry entry={entry}>Log entry {entry}</LogEntry>}
        {isLatest && <Tag tone="accent">Current</Tag>}
        {isShown && <Tag>This page</Tag>}
      </p>
      <p className="mt-1.5 text-sm wrap-anywhere">
        {reason === null ? 'First published.' : `Corrected: ${reason}`}
      </p>
      {changes.length > 0 && (
        <LineList
          lines={changes}
          aria-label={`What revision ${number} changed`}
          className="mt-1.5 font-mono text-xs text-ink-soft"
        />
      )}
    </li>
  );
}

function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayText(of)}</time>;
}

/** Above a report: what it said until lately, and the way to what was published then. */
export function CorrectionNotices({
  originalId,
  corrections,
}: {
  originalId: number;
  corrections: ReturnType<typeof recentCorrections>;
}) {
  return corrections.map(({ text, before }) => (
    <Notice
      key={before}
      tone="warn"
      className="mt-2 mb-3 wrap-anywhere"
      action={
        <Link
          to={reportAddress(originalId, before)}
          className="link inline-flex min-h-6 items-center text-sm"
        >
          What was published before
        </Link>
      }
    >
      {text}
    </Notice>
  ));
}
