import { href } from 'react-router';
import { dayText } from '#app/kit/day-text.ts';
import { LogEntry } from '#app/log/sealed.tsx';
import { dueDay, VERDICTS, WRITE_ABOUT, type Objection } from './objection.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { TextLink } from '#app/ui/text-link.tsx';

/**
 * Above a report: what is objected to and not answered yet, once somebody has looked at it or the brand
 * itself objects. The result stays up meanwhile.
 */
export function OpenObjections({ objections }: { objections: readonly Objection[] }) {
  const open = objections.filter((one) => one.isOnTop && one.answer === null);
  return open.map(({ entry, at, ground }) => (
    <Notice key={entry} tone="warn" className="mt-2 mb-3">
      {`Objected to on ${dayText(at)}: ${ground?.toLowerCase()}. We answer here by ${dayText(dueDay(at))}.`}
    </Notice>
  ));
}

/** What was said against a result and what became of it, and the maker’s reply. */
export function ReportObjections({
  originalId,
  objections,
}: {
  originalId: number;
  objections: readonly Objection[];
}) {
  return (
    <section aria-labelledby="objections" className="mt-12 max-w-prose">
      <RuleLabel id="objections">Objections and replies</RuleLabel>
      <ul className="mt-3">
        {objections.map((one) => (
          <li key={one.entry} className="border-b border-line py-3">
            <p>
              {one.maker === null ? `Objection: ${one.ground}` : `Reply of the maker, ${one.maker}`}
              <Sealing entry={one.entry} at={one.at} />
            </p>
            {one.text && (
              <blockquote className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink-soft">
                {one.text}
              </blockquote>
            )}
            {one.ground && !one.answer && (
              <p className="mt-1 text-ink-soft">We answer here by {dayText(dueDay(one.at))}.</p>
            )}
            {one.answer && (
              <div className="mt-2">
                <p className="font-medium">
                  {VERDICTS[one.answer.verdict]}
                  <Sealing entry={one.answer.entry} at={one.answer.at} />
                </p>
                <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink-soft">
                  {one.answer.text}
                </p>
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3">
        {objections.length === 0 && 'Nobody has objected to this result. '}
        <TextLink to={href('/objection/:originalId', { originalId: String(originalId) })}>
          {WRITE_ABOUT}
        </TextLink>
      </p>
    </section>
  );
}

function Sealing({ entry, at }: { entry: number; at: string }) {
  return (
    <span className="ml-2 text-sm font-normal text-ink-soft">
      {dayText(at)} · <LogEntry entry={entry}>log entry {entry}</LogEntry>
    </span>
  );
}
