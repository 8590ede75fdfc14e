import { href } from 'react-router';
import * as messages from './messages.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';

/** Mails a link to somebody who no longer has the page that followed the payment. */
export function ManageForm({
  className = '',
  sent,
}: {
  className?: string;
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
}) {
  const { Form, form, button, isBusy, outcome, wrong } = useSentForm({
    sent,
    failed: messages.LINK_FAILED,
  });
  return (
    <Panel aria-labelledby="manage" className={className}>
      <RuleLabel id="manage">Manage your monthly donation</RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        To change your card or what each month is for, see your payments, or cancel, get a link by
        email at the address you donated with.
      </p>
      <Form
        ref={form}
        method="post"
        action={`${href('/donate')}#manage`}
        defaultShouldRevalidate={false}
        className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <input type="hidden" name="intent" value="manage" />
        <Input
          label="Email"
          name="email"
          className="min-w-0 flex-1"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={sent?.typed.email}
          error={wrong}
        />
        <Button ref={button} type="submit" busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send me a link'}
        </Button>
      </Form>
      <FormNotice outcome={wrong ? undefined : outcome} />
    </Panel>
  );
}
