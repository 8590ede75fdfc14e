import { href } from 'react-router';
import { LoginFrame } from './login-frame.tsx';
import { asPage, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { signInByLink } from './sign-in.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import type { Route } from './+types/login-link.page.ts';

export { loginMeta as meta } from './login-frame.tsx';

/** What a mailed link opens. Looking at it uses nothing up: the button does. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = fieldOf(await request.formData(), 'token');
  const answered = await signInByLink(request, token, context.get(visitorContext));
  if (answered.status !== 200) return asPage(answered);
  return leadTo(href('second_factor' in answered.body ? '/login/code' : '/admin'), answered);
}

export default function LoginLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error;
  const intro = error
    ? 'The link has already been used, or is more than ten minutes old.'
    : 'The link works once, with this button.';
  return (
    <LoginFrame error={error} intro={intro} action="/login/link" button="Sign in">
      {!error && <input type="hidden" name="token" value={loaderData.token} />}
    </LoginFrame>
  );
}
