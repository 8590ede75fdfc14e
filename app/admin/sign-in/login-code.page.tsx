import { href, redirect } from 'react-router';
import { CodeField } from '#app/desk/code-asked.tsx';
import { LoginFrame } from './login-frame.tsx';
import { asPage, leadTo } from '#app/desk/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { owesCode, signInByCode } from './sign-in.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { site } from '#app/site.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/login-code.page.ts';

/** Without a used link there is nothing to give a code for. */
export function loader({ request }: Route.LoaderArgs) {
  if (!owesCode(request)) throw redirect(href('/login'));
  return null;
}

/** Digits alone are the app's code; a recovery code has letters. */
export async function action({ request, context }: Route.ActionArgs) {
  const code = fieldOf(await request.formData(), 'code');
  const kind = /^[\d\s]+$/.test(code) ? 'totp' : 'recovery';
  const answered = await signInByCode(request, kind, code, context.get(visitorContext));
  return answered.status === 200 ? leadTo(href('/admin'), answered) : asPage(answered);
}

export function meta() {
  return [{ title: `Login · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** The second factor, after the link was used. */
export default function LoginCodePage({ actionData }: Route.ComponentProps) {
  return (
    <LoginFrame title="Your code" error={actionData?.error}>
      <p className="mt-3 text-sm text-ink-soft">
        {actionData?.error
          ? 'The code is wrong or has already been used, or the link is more than ten minutes old.'
          : 'Enter the code that your authenticator app shows, or one of your recovery codes.'}
      </p>
      <form method="post" action={href('/login/code')} className="mt-4 flex flex-col gap-4">
        <CodeField />
        <Button type="submit" variant="primary">
          Sign in
        </Button>
      </form>
      <p className="mt-4 text-sm">
        <a href={href('/login')} className="link">
          Send another link
        </a>
      </p>
    </LoginFrame>
  );
}
