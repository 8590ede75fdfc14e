import { Form, href, redirect, type ShouldRevalidateFunction } from 'react-router';
import { CodeField } from '#app/admin-ui/code-asked.tsx';
import { asPage, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { refuse, type Answer } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { EMAIL_INVALID, SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { WrongField, type RefusedFields } from '#app/ui/wrong-field.ts';
import * as signIn from './sign-in.server.ts';
import type { Route } from './+types/login.page.ts';

/** The steps of signing in by their addresses: what each says, and says instead once it is refused. */
const STEPS = {
  '/login': {
    title: 'Login',
    intro: 'Enter your email. If it belongs to an administrator, a sign-in link is on its way.',
    refused: undefined,
    button: 'Send login link',
  },
  '/login/link': {
    title: 'Login',
    intro: 'The link works once, with this button.',
    refused: 'The link has already been used, or is more than ten minutes old.',
    button: 'Sign in',
  },
  '/login/code': {
    title: 'Your code',
    intro: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
    refused:
      'The code is wrong or has already been used, or the link is more than ten minutes old.',
    button: 'Sign in',
  },
};

/** The router leaves out the slash at the beginning. */
const stepOf = (pattern: string) => `/${pattern.replace(/^\//, '')}` as keyof typeof STEPS;

/** Looking at a mailed link uses nothing up. Without a used link there is nothing to give a code for. */
export async function loader({ request, pattern }: Route.LoaderArgs) {
  const step = stepOf(pattern);
  if (step === '/login/code' && !(await signIn.waitingForCode(request))) {
    throw redirect(href('/login'));
  }
  const { searchParams } = new URL(request.url);
  const isRefused = step === '/login' && searchParams.has('refused');
  const error = isRefused ? SIGNED_IN_ADMINISTRATORS_ONLY : undefined;
  return { step, token: searchParams.get('token') ?? '', error };
}

export async function action({ request, context, pattern }: Route.ActionArgs) {
  const form = await request.formData();
  const visitor = context.get(visitorContext);
  const step = stepOf(pattern);
  if (step === '/login/link') {
    return leadOn(await signIn.signInByLink(request, fieldOf(form, 'token'), visitor));
  }
  if (step === '/login/code') {
    return leadOn(await signIn.signInByCode(request, fieldOf(form, 'code'), visitor));
  }
  const typed = { email: fieldOf(form, 'email') };
  const email = emailInput.safeParse(typed.email);
  if (!email.success) return asPage(refuse(400, EMAIL_INVALID, { field: 'email' }), { typed });
  return asPage(await signIn.askForSignInLink(email.data, visitor), { typed });
}

function leadOn(answered: Answer<number, object>) {
  if (answered.status !== 200) return asPage(answered);
  return leadTo(href('second_factor' in answered.body ? '/login/code' : '/admin'), answered);
}

export const clientAction = orNoAnswer;

/** What was sent changes nothing that is shown, and without a connection it could not be read again. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formMethod === undefined && change.defaultShouldRevalidate;

/** An address may hold a token: no other site is told of it. */
export const meta = () => [...unlistedMeta('Login'), { name: 'referrer', content: 'same-origin' }];

/** Each step is one sheet with one form, and the way back to the first. No words tell who administers. */
export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, token } = loaderData;
  const { title, intro, refused, button } = STEPS[step];
  const outcome: RefusedFields & { ok?: boolean; message?: string } = actionData ?? loaderData;
  // Without a connection the form stays as it is.
  const error = outcome.ok === false ? UNANSWERED : outcome.error;
  const isFirst = step === '/login';
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 className="text-3xl">{title}</h1>
        <FormNotice className="" error={!outcome.field && error} done={outcome.message} />
        <TitledPanel id="administrators" title="Administrators">
          <p className="mt-3 text-sm text-ink-soft">{(error && refused) ?? intro}</p>
          {!(step === '/login/link' && error) && (
            <Form
              method="post"
              action={step}
              reloadDocument={!isFirst}
              className="mt-4 flex flex-col gap-4"
            >
              {isFirst && (
                <WrongField value={outcome}>
                  <Input
                    label="Email"
                    name="email"
                    type="email"
                    autoComplete="email"
                    required
                    maxLength={254}
                  />
                </WrongField>
              )}
              {step === '/login/link' && <input type="hidden" name="token" value={token} />}
              {step === '/login/code' && <CodeField />}
              <Button type="submit" variant="primary">
                {button}
              </Button>
            </Form>
          )}
          {!isFirst && (
            <a href={href('/login')} className="link mt-4 inline-block text-sm">
              Send another link
            </a>
          )}
        </TitledPanel>
      </div>
    </div>
  );
}

const UNANSWERED = 'We got no answer. Please try again.';
