import { href, Link } from 'react-router';
import { Notice } from '#app/ui/notice.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { CORRECTION_SHOWN_DAYS } from '#app/kit/facts.ts';
import { asSentence } from '#app/kit/text.ts';
import { headlineSentence } from '#app/results/samples/headline-changes.ts';
import type { RevisionStep } from './revision-steps.ts';

/** Above a report: what it said until lately, and the way to what was published then. */
export function CorrectionNotices({
  originalId,
  corrections,
}: {
  originalId: number;
  corrections: readonly RecentCorrection[];
}) {
  return corrections.map(({ text, before }) => (
    <Notice
      key={before}
      tone="warn"
      className="mt-2 mb-3 wrap-anywhere"
      action={
        <Link
          to={href('/plasticlist/:originalId/revisions/:number', {
            originalId: String(originalId),
            number: String(before),
          })}
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

/** A correction that a report begins with, and the number of the revision before it. */
interface RecentCorrection {
  text: string;
  before: number;
}

/**
 * The corrections of a level or a headline within the last 90 days, the latest first, out of every
 * publication, which are in that order, too.
 */
export function recentCorrections(
  history: readonly RevisionStep[],
  now: Date,
): readonly RecentCorrection[] {
  const since = now.getTime() - CORRECTION_SHOWN_DAYS * 86_400_000;
  return history
    .filter(
      ({ published_at, headlines }) => headlines.length > 0 && Date.parse(published_at) > since,
    )
    .map(({ number, published_at, reason, headlines }, at) => ({
      text: [
        `Corrected on ${dayText(published_at)}: ${asSentence(reason ?? '')}`,
        ...headlines.map((change) => headlineSentence(change, at === 0)),
      ].join(' '),
      before: number - 1,
    }));
}
