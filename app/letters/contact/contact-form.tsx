import { href, Link } from 'react-router';
import { RETENTION } from '#app/kit/retention.ts';
import { EmailField } from '#app/letters/email-field.tsx';
import * as messages from './contact-messages.ts';
import { track } from '#app/analytics/track.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { useSentForm } from '#app/ui/use-sent-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Writes to the administrators; works without scripts, and what was typed stays where it is refused. */
export function ContactForm({ sent }: { sent: FormOutcome | undefined }) {
  const { Form, form, button, isBusy, outcome } = useSentForm({
    sent,
    failed: messages.MESSAGE_FAILED,
    onDone: () => track('Contact Form Submit', { form: 'message' }),
  });
  return (
    <section aria-labelledby="write">
      <RuleLabel id="write">Write to us</RuleLabel>
      <p className="mt-4 text-ink-soft">{messages.WRITE_LEAD}</p>
      {outcome?.ok === false && (
        <Notice tone="error" className="mt-4">
          {outcome.sentence}
        </Notice>
      )}
      <div role="status">
        {outcome?.ok && (
          <Notice tone="good" className="mt-4">
            {messages.MESSAGE_SENT}
          </Notice>
        )}
      </div>
      {!outcome?.ok && (
        <Form
          ref={form}
          method="post"
          action={href('/contact')}
          defaultShouldRevalidate={false}
          aria-labelledby="write"
          className="mt-4 flex flex-col gap-4"
        >
          <input type="hidden" name="intent" value="message" />
          <EmailField defaultValue={sent?.typed.email} />
          <Textarea
            label="Message"
            name="text"
            rows={6}
            required
            maxLength={messages.MESSAGE_CHARACTERS}
            defaultValue={sent?.typed.text}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button ref={button} type="submit" variant="primary" busy={isBusy}>
              {isBusy ? 'Sending…' : 'Send'}
            </Button>
            <p className="text-sm text-ink-soft">
              Kept for {RETENTION.messagesDays} days.{' '}
              <Link to={href('/legal')} className="link">
                Privacy policy
              </Link>
            </p>
          </div>
        </Form>
      )}
    </section>
  );
}
