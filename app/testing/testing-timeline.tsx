import { dayText } from '#app/kit/day-text.ts';
import { promiseSentence, timelineOf, type TimelineEntry } from './timeline.ts';
import type { Testing } from './testing-schema.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** A product's test in time: what happened, day by day, and what was promised. */
export function TestingTimeline({ testing }: { testing: Testing }) {
  const sentence = promiseSentence(testing);
  const isLate = testing.late_days > 0;
  return (
    <Panel aria-labelledby="testing" className="@container">
      <RuleLabel id="testing" className="mb-4">
        Testing
      </RuleLabel>
      {sentence && isLate && (
        <Notice tone="warn" className="mb-5">
          {sentence}
        </Notice>
      )}
      {sentence && !isLate && <p className="mb-5 text-sm text-ink-soft">{sentence}</p>}
      <ol>
        {timelineOf(testing).map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      <Photos samples={testing.samples} />
    </Panel>
  );
}

/** What was photographed at the purchase. */
function Photos({ samples }: Pick<Testing, 'samples'>) {
  if (samples.every(({ photo }) => photo === null)) return null;
  return (
    <p className="mt-5 text-sm text-ink-soft">
      <span>Receipt and lot as photographed: </span>
      {samples.map(
        ({ number, photo }) =>
          photo !== null && (
            <a key={number} href={photo} className="link mr-2">
              sample {number}
            </a>
          ),
      )}
    </p>
  );
}

const dots = {
  done: 'border-accent-ink bg-accent-ink',
  due: 'border-line-strong bg-paper-raised',
  late: 'border-warn bg-warn-wash',
};
const STATE_WORDS = { done: '', due: ' (to come)', late: ' (late)' };

/** A point on the line: the rule runs through all of them and ends with the last. */
function Entry({ entry: { day, title, details, state } }: { entry: TimelineEntry }) {
  return (
    <li className="relative border-l border-line-strong pb-5 pl-5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-1 -left-[0.3125rem] size-2.5 rounded-full border ${dots[state]}`}
      />
      <p className="flex flex-col gap-x-4 @[30rem]:flex-row @[30rem]:items-baseline @[30rem]:justify-between">
        <span className={state === 'done' ? '' : 'text-ink-soft'}>
          {title}
          <span className="sr-only">{STATE_WORDS[state]}</span>
        </span>
        {day && (
          <time
            dateTime={day}
            className={`shrink-0 font-mono text-xs tabular ${state === 'late' ? 'text-warn' : 'text-ink-soft'}`}
          >
            {dayText(day)}
          </time>
        )}
      </p>
      {details.length > 0 && (
        <ul className="mt-1 space-y-0.5 font-mono text-xs wrap-anywhere text-ink-soft">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
