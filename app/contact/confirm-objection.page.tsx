import { href, useSearchParams } from 'react-router';
import { refuse } from '#app/http/call.ts';
import { formAnswer } from '#app/http/form-adapter.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { CONFIRMATIONS } from '#app/http/limits/limits.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { sentBy } from '#app/http/ask.ts';
import { NOT_PRESSED } from '#app/subscriptions/preferences-messages.ts';
import { Button } from '#app/ui/button.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { orNoAnswer, useSentForm } from '#app/ui/use-sent-form.ts';
import { MESSAGE_FAILED } from './contact-messages.ts';
import { OBJECTION_CONFIRMED } from './objection.ts';
import { confirmObjection } from './objections.server.ts';
import type { Route } from './+types/confirm-objection.page.ts';

export const meta = () => privateMeta('Confirm your objection');

/** Confirms for the button alone: a mail scanner may post to the link as well. */
export async function action({ request, context }: Route.ActionArgs) {
  const isPressed = (await request.formData()).has('confirm');
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  const visitor = context.get(visitorContext);
  const refused = await admit(CONFIRMATIONS, visitor);
  const answered =
    refused ?? (isPressed ? await confirmObjection(token, visitor) : refuse(400, NOT_PRESSED));
  return formAnswer(answered, { intent: 'confirm' });
}

export const clientAction = orNoAnswer;

export default function ConfirmObjectionPage({ actionData }: Route.ComponentProps) {
  const token = useSearchParams()[0].get('token')?.trim() ?? '';
  const sent = sentBy(actionData, 'confirm');
  const { Form, form, button, isBusy, outcome } = useSentForm({ sent, failed: MESSAGE_FAILED });
  const address = `${href('/objection/confirm')}?${new URLSearchParams({ token })}`;
  return (
    <article className="page-column max-w-prose pt-10 pb-16">
      <h1 className="text-2xl sm:text-3xl">Confirm your objection</h1>
      <FormNotice outcome={outcome} done={outcome?.ok && OBJECTION_CONFIRMED} className="mt-4" />
      {!outcome?.ok && (
        <Form ref={form} method="post" action={address} className="mt-6">
          <Button
            ref={button}
            type="submit"
            name="confirm"
            value="yes"
            variant="primary"
            busy={isBusy}
          >
            {isBusy ? 'Confirming…' : 'Confirm my objection'}
          </Button>
        </Form>
      )}
    </article>
  );
}
