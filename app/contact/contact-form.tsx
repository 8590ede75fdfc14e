import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { RETENTION } from '#app/kit/retention.ts';
import { EmailField } from '#app/subscriptions/email-field.tsx';
import * as messages from './contact-messages.ts';
import { track } from '#app/analytics/track.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { useSentForm } from '#app/ui/use-sent-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/field.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { WrongField } from '#app/ui/wrong-field.ts';

/**
 * Writes to the administrators; works without scripts, and what was typed stays where it is refused.
 * `children`: what else it asks for.
 */
export function ContactForm({
  sent,
  action,
  lead,
  children,
}: {
  sent: FormOutcome | undefined;
  action: string;
  lead: string;
  children?: ReactNode;
}) {
  const { Form, form, button, isBusy, outcome, refused } = useSentForm({
    sent,
    failed: messages.MESSAGE_FAILED,
    onDone: () => track('Contact Form Submit', { form: 'message' }),
  });
  return (
    <>
      <p className="mt-4 text-ink-soft">{lead}</p>
      <FormNotice outcome={refused.field ? undefined : outcome} className="mt-4" />
      {!outcome?.ok && (
        <Form
          ref={form}
          method="post"
          action={action}
          defaultShouldRevalidate={false}
          aria-label="Write to us"
          className="mt-4 flex flex-col gap-4"
        >
          <input type="hidden" name="intent" value="message" />
          <WrongField value={refused}>
            {children}
            <EmailField />
            <Textarea
              label="Message"
              name="text"
              rows={6}
              required
              maxLength={messages.MESSAGE_CHARACTERS}
            />
          </WrongField>
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
    </>
  );
}
