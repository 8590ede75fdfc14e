import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { LoginFrame } from './login-frame.tsx';
import { asPage } from '#app/admin-ui/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { askForSignInLink } from './sign-in.server.ts';
import { refuse } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { EMAIL_INVALID, SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { Input } from '#app/ui/field.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import type { Route } from './+types/login.page.ts';

export { loginMeta as meta } from './login-frame.tsx';

export function loader({ request }: Route.LoaderArgs) {
  const isRefused = new URL(request.url).searchParams.has('refused');
  return { refused: isRefused ? SIGNED_IN_ADMINISTRATORS_ONLY : undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = fieldOf(await request.formData(), 'email');
  const email = emailInput.safeParse(typed);
  if (!email.success) return asPage(refuse(400, EMAIL_INVALID), { typed });
  return asPage(await askForSignInLink(email.data, context.get(visitorContext)), { typed });
}

export const clientAction = orNoAnswer;

/** What was sent changes nothing that is shown, and without a connection it could not be read again. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** Mails a link: the same words whether or not the address is an administrator's. */
export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  // Without a connection the form stays as it is.
  const isUnanswered = actionData && 'ok' in actionData;
  const answered = isUnanswered ? undefined : actionData;
  const error = isUnanswered ? UNANSWERED : answered ? answered.error : loaderData.refused;
  const wrong = error === EMAIL_INVALID ? error : undefined;
  return (
    <LoginFrame
      error={wrong ? undefined : error}
      text={wordsOf(answered?.message)}
      intro="Enter your email. If it belongs to an administrator, a sign-in link is on its way."
      action="/login"
      button="Send login link"
    >
      <Input
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={wrong}
        defaultValue={wordsOf(isUnanswered ? actionData.typed?.email : answered?.typed)}
      />
    </LoginFrame>
  );
}

const UNANSWERED = 'We got no answer. Please try again.';

function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
