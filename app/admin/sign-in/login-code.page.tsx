import { href, redirect } from 'react-router';
import { CodeField } from '#app/admin-ui/code-asked.tsx';
import { LoginFrame } from './login-frame.tsx';
import { asPage, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { kindOfCode, signInByCode, waitingForCode } from './sign-in.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import type { Route } from './+types/login-code.page.ts';

export { loginMeta as meta } from './login-frame.tsx';

/** Without a used link there is nothing to give a code for. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await waitingForCode(request))) throw redirect(href('/login'));
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const code = fieldOf(await request.formData(), 'code');
  const answered = await signInByCode(request, kindOfCode(code), code, context.get(visitorContext));
  return answered.status === 200 ? leadTo(href('/admin'), answered) : asPage(answered);
}

/** The second factor, after the link was used. */
export default function LoginCodePage({ actionData }: Route.ComponentProps) {
  const intro = actionData?.error
    ? 'The code is wrong or has already been used, or the link is more than ten minutes old.'
    : 'Enter the code that your authenticator app shows, or one of your recovery codes.';
  return (
    <LoginFrame
      title="Your code"
      error={actionData?.error}
      intro={intro}
      action="/login/code"
      button="Sign in"
    >
      <CodeField />
    </LoginFrame>
  );
}
