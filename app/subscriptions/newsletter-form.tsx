import { EmailField } from './email-field.tsx';
import * as messages from './messages.ts';
import { SIGN_UP_TOAST_MS } from './sign-up-banner.tsx';
import type { FormOutcome } from '#app/http/ask.ts';
import { useSentForm } from '#app/ui/use-sent-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** Subscribes to the newsletter, by the action of its page; a letter asks to confirm it. */
export function NewsletterForm({
  page,
  sent,
  onSubscribed,
}: {
  /** The address of the page. */
  page: string;
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
  onSubscribed?: () => void;
}) {
  const toast = useToast();
  const { Form, form, button, isBusy, outcome, wrong, broken } = useSentForm({
    sent,
    failed: messages.SUBSCRIBE_FAILED,
    onDone() {
      toast.show(messages.SUBSCRIBED, { durationMs: SIGN_UP_TOAST_MS });
      onSubscribed?.();
    },
  });
  return (
    <Panel aria-labelledby="newsletter">
      <RuleLabel id="newsletter">Newsletter</RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        What was tested, and what was found. Every email has a link to unsubscribe.
      </p>
      <Form
        ref={form}
        method="post"
        action={`${page}#newsletter`}
        defaultShouldRevalidate={false}
        aria-labelledby="newsletter"
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <input type="hidden" name="intent" value="newsletter" />
        <EmailField className="min-w-0 flex-1" defaultValue={sent?.typed.email} error={wrong} />
        <Button ref={button} type="submit" variant="primary" busy={isBusy} className="sm:min-w-36">
          {isBusy ? 'Subscribing…' : 'Subscribe'}
        </Button>
      </Form>
      <div role="status">
        {outcome?.ok && (
          <p className="mt-3 text-sm text-accent-ink">{messages.LETTER_ON_ITS_WAY}</p>
        )}
      </div>
      {broken && (
        <Notice tone="error" className="mt-3">
          {broken}
        </Notice>
      )}
    </Panel>
  );
}
