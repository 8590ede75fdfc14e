import { href } from 'react-router';
import { LoginFrame } from './login-frame.tsx';
import { asPage, leadTo } from '#app/desk/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { signInByLink } from './sign-in.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { site } from '#app/site.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/login-link.page.ts';

/** What a mailed link opens. Looking at it uses nothing up: the button does. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = fieldOf(await request.formData(), 'token');
  const answered = await signInByLink(request, token, context.get(visitorContext));
  if (answered.status !== 200) return asPage(answered);
  const isCodeAsked = (answered.body as object) && 'second_factor' in (answered.body as object);
  return leadTo(isCodeAsked ? href('/login/code') : href('/admin'), answered);
}

/** The address holds a token: nobody else is told of it. */
export function meta() {
  return [
    { title: `Login · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ];
}

export default function LoginLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.error) {
    return (
      <LoginFrame title="Login" error={actionData.error}>
        <p className="mt-3 text-sm text-ink-soft">
          The link has already been used, or is more than ten minutes old.
        </p>
        <a href={href('/login')} className={`mt-4 ${buttonClass()}`}>
          Send another link
        </a>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title="Login">
      <p className="mt-3 text-sm text-ink-soft">The link works once, with this button.</p>
      <form method="post" action={href('/login/link')} className="mt-4 flex flex-col">
        <input type="hidden" name="token" value={loaderData.token} />
        <Button type="submit" variant="primary">
          Sign in
        </Button>
      </form>
    </LoginFrame>
  );
}
