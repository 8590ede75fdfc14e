import { useEffect } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import { KEPT } from '#app/kit/kept.ts';
import { EmailField } from '#app/mailing/email-field.tsx';
import * as said from './contact-messages.ts';
import { track } from '#app/platform/analytics/track.ts';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What became of a message: sent, or why not, with what was typed. */
export type ContactOutcome =
  | { sent: true }
  | { sent: false; error: string; typed: { email: string; text: string } };

/** Writes to the administrators; works without scripts, and what was typed stays where it is refused. */
export function ContactForm({ outcome }: { outcome: ContactOutcome | undefined }) {
  const isBusy = useNavigation().formAction === href('/contact');
  useEffect(() => {
    if (outcome?.sent) track('Contact Form Submit', { form: 'message' });
  }, [outcome]);
  const refused = outcome?.sent === false ? outcome : undefined;
  return (
    <section aria-labelledby="write">
      <RuleLabel id="write">Write to us</RuleLabel>
      <p className="mt-4 text-ink-soft">{said.WRITE_LEAD}</p>
      {refused && (
        <Notice tone="error" className="mt-4">
          {refused.error}
        </Notice>
      )}
      <div role="status">
        {outcome?.sent && (
          <Notice tone="good" className="mt-4">
            {said.MESSAGE_SENT}
          </Notice>
        )}
      </div>
      {!outcome?.sent && (
        <Form
          method="post"
          action={href('/contact')}
          preventScrollReset
          aria-labelledby="write"
          className="mt-4 flex flex-col gap-4"
        >
          <EmailField defaultValue={refused?.typed.email} />
          <Textarea
            label="Message"
            name="text"
            rows={6}
            required
            maxLength={said.MESSAGE_CHARACTERS}
            defaultValue={refused?.typed.text}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button type="submit" variant="primary" busy={isBusy}>
              {isBusy ? 'Sending…' : 'Send'}
            </Button>
            <p className="text-sm text-ink-soft">
              Kept for {KEPT.messagesDays} days.{' '}
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
