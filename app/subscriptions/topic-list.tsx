import { Link, useSearchParams } from 'react-router';
import * as messages from './preferences-messages.ts';
import type { Preferences, TopicLine } from './preferences-schema.ts';
import { sentBy, type FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { FormNotice, Notice } from '#app/ui/notice.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';

const VERBS = { on: 'Stop', off: 'Get', unconfirmed: 'Confirm' };

/** Everything that a mailbox can be told of, a line each with the button that turns it on or off. */
export function TopicList({
  preferences: { email, topics, bounced },
  sent,
}: {
  preferences: Preferences;
  /** What came of a change that no script sent. */
  sent?: FormOutcome | undefined;
}) {
  const [parameters] = useSearchParams();
  return (
    <>
      <p className="-mt-4 text-ink-soft">
        To <span className="font-mono wrap-anywhere text-ink">{email}</span>. What is on this page
        can be seen and changed by anyone who has an email that went there.
      </p>
      {bounced && <Notice tone="warn">{messages.BOUNCED}</Notice>}
      <ul className="divide-y divide-line border-y border-line">
        {topics.map((line, at) => (
          <Line
            key={line.topic}
            line={line}
            isNamed={at === 0 && parameters.has('from')}
            isSaid={line.sentence !== topics[at - 1]?.sentence}
            sent={sentBy(sent, line.topic)}
          />
        ))}
      </ul>
    </>
  );
}

function Line({
  line: { topic, name, about, path, sentence, state },
  isNamed,
  isSaid,
  sent,
}: {
  line: TopicLine;
  /** Whether the link that led here is about it. */
  isNamed: boolean;
  /** Whether the line says what is emailed: the one above has not said it. */
  isSaid: boolean;
  sent: FormOutcome | undefined;
}) {
  const failed = messages.CHANGE_FAILED;
  const { button, isBusy, outcome, sendInPlace } = useSentForm<FormOutcome>({ sent, failed });
  const verb = VERBS[state];
  return (
    <li className="py-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 wrap-anywhere">
          {path ? (
            <Link to={path} className="link py-0.5">
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
        {state !== 'on' && <Tag>{state === 'off' ? 'Off' : 'Not confirmed'}</Tag>}
        {/* Sent to this very address, whose token no page holds. */}
        <form method="post" onSubmit={sendInPlace}>
          <input type="hidden" name="topic" value={topic} />
          <input type="hidden" name="on" value={String(state !== 'on')} />
          <Button
            ref={button}
            type="submit"
            size={isNamed ? 'large' : 'small'}
            variant={isNamed ? 'primary' : 'outline'}
            busy={isBusy}
            aria-label={`${verb} ${about}`}
          >
            {verb}
          </Button>
        </form>
      </div>
      {isSaid && <p className="text-sm text-ink-soft">{sentence}</p>}
      <FormNotice outcome={outcome} />
    </li>
  );
}
