import { Link } from 'react-router';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { recentCorrections } from './revision-steps.ts';

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
