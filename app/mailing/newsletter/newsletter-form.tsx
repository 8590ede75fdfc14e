import { href } from 'react-router';
import { EmailField } from '#app/mailing/email-field.tsx';
import * as messages from '#app/mailing/messages.ts';
import { useSignUp } from './use-sign-up.ts';
import type { FormOutcome } from '#app/platform/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Subscribes to the newsletter; a letter asks to confirm it. */
export function NewsletterForm({
  sent,
  onSubscribed,
  className = '',
}: {
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
  onSubscribed?: () => void;
  className?: string;
}) {
  const { isBusy, outcome, form, button, onSubmit } = useSignUp({
    thanks: messages.SUBSCRIBED,
    failed: (said) => said ?? messages.SUBSCRIBE_FAILED,
    onSignedUp: onSubscribed,
    sent,
  });
  return (
    <Panel aria-labelledby="newsletter" className={className}>
      <RuleLabel id="newsletter">Newsletter</RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        What was tested, and what was found. Every email has a link to unsubscribe.
      </p>
      <form
        ref={form}
        method="post"
        action={`${href('/about')}#newsletter`}
        aria-labelledby="newsletter"
        onSubmit={(event) => void onSubmit(event)}
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <EmailField className="min-w-0 flex-1" defaultValue={sent?.typed.email} />
        <Beside typed={sent?.typed} />
        <Button ref={button} type="submit" variant="primary" busy={isBusy} className="sm:min-w-36">
          {isBusy ? 'Subscribing…' : 'Subscribe'}
        </Button>
      </form>
      <div role="status">
        {outcome?.ok && (
          <p className="mt-3 text-sm text-accent-ink">{messages.LETTER_ON_ITS_WAY}</p>
        )}
      </div>
      {outcome && !outcome.ok && (
        <Notice tone="error" className="mt-3">
          {outcome.sentence}
        </Notice>
      )}
    </Panel>
  );
}

/** What the home page's form sent beside the address, so that a second try is of the same list. */
function Beside({ typed = {} }: { typed: FormOutcome['typed'] | undefined }) {
  return ['query', 'status'].map(
    (name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />,
  );
}
