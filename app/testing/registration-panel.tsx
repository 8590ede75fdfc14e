import { dayText } from '#app/kit/day-text.ts';
import { LogEntry } from '#app/log/sealed.tsx';
import type { TestRegistration } from './testing-schema.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What was said of a product's test before anything was bought, and what was changed since, and why. */
export function RegistrationPanel({ registrations }: { registrations: TestRegistration[] }) {
  const [first, last] = [registrations[0], registrations.at(-1)];
  if (!first || !last) return null;
  return (
    <Panel aria-labelledby="registration" className="@container">
      <RuleLabel id="registration" className="mb-4">
        Registered beforehand
      </RuleLabel>
      <p className="text-sm text-ink-soft">
        Registered on {dayText(first.registered_on)}. No sample can be bought before that.{' '}
        {registrations.length > 1 &&
          `What follows was last changed on ${dayText(last.registered_on)}. `}
        The seals show that the entries below have not been changed since, not that they are true.
      </p>
      <dl className="mt-4 grid gap-y-2 text-sm">
        {last.lines.map(([name, text]) => (
          <div key={name} className="grid gap-x-4 @md:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="label text-ink-faint">{name}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <ol className="mt-4 space-y-1 text-sm text-ink-soft">
        {registrations.map(({ log_entry: entry, registered_on: day, reason }, at) => (
          <li key={at} className="wrap-anywhere">
            {entry !== null && (
              <>
                <LogEntry entry={entry}>Entry {entry} of the public log</LogEntry>
                {', '}
              </>
            )}
            <span>{dayText(day)}</span>
            <span>{reason === null ? '' : `. Changed: ${reason}`}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
