import { useSearchParams } from 'react-router';
import { ConfirmScreen } from './confirm-screen.tsx';
import { NOT_PRESSED } from './preferences-messages.ts';
import { refuse } from '#app/http/call.ts';
import { formAnswer, formAdapterContext } from '#app/http/form-adapter.server.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { privateMeta } from '#app/http/private-page.ts';
import type { Route } from './+types/confirm.page.ts';

export const meta = () => privateMeta('Confirm your subscription');

/** Confirms for the button alone: a mail scanner may post to the link as well. */
export async function action({ request, context }: Route.ActionArgs) {
  const isPressed = (await request.formData()).has('confirm');
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  const answered = isPressed
    ? await context.get(formAdapterContext)('post /api/confirm-subscription', { token })
    : refuse(400, NOT_PRESSED);
  return formAnswer(answered, {});
}

export const clientAction = orNoAnswer;

export default function ConfirmPage({ actionData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return <ConfirmScreen key={token} token={token} sent={actionData} />;
}
