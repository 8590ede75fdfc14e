import { href, type ShouldRevalidateFunctionArgs as ShouldRevalidate } from 'react-router';
import { TopicList } from './topic-list.tsx';
import * as messages from './preferences-messages.ts';
import { changeSchema, type Preferences } from './preferences-schema.ts';
import { isVoid, type FormOutcome, type NotAnswered } from '#app/http/ask.ts';
import { refuse } from '#app/http/call.ts';
import {
  formAdapterContext,
  formAnswer,
  formFieldsOf,
  loaded,
} from '#app/http/form-adapter.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/preferences.page.ts';

const PREFERENCES = 'post /api/mail-preferences';

export const meta = () => privateMeta('What you get by email');

const tokenIn = ({ searchParams }: URL) => searchParams.get('token')?.trim() ?? '';

/**
 * What the token's owner gets, first what the email's link is about. Opening it changes nothing, so that a
 * mail scanner which follows every link stops, or confirms, nothing.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const token = tokenIn(url);
  if (token === '') return { ok: false, sentence: messages.NO_TOKEN, status: 400 } as const;
  const from = url.searchParams.get('from')?.slice(0, 60);
  const found = await context.get(formAdapterContext)(PREFERENCES, { token, from });
  return loaded<typeof PREFERENCES>(found, messages.linkFailed(messages.PREFERENCES_FAILED));
}

/** Makes one change, for the button alone: a mail scanner may post to the link as well. */
export async function action({ request, context }: Route.ActionArgs) {
  const { on, product_id: code, ...typed } = formFieldsOf(await request.formData());
  const named = { ...typed, on: on === 'true', product_id: Number(code) };
  const change = changeSchema.safeParse(named).data;
  const token = tokenIn(new URL(request.url));
  const changed = change
    ? await context.get(formAdapterContext)('post /api/change-mail-preferences', { token, change })
    : refuse(400, messages.CHANGE_FAILED);
  const { topics } = changed.body as Partial<Preferences>;
  const line = topics?.find((one) => one.topic === change?.topic);
  const message = change && line ? messages.turned(line, change.on) : '';
  const told = topics ? { ...changed, body: { message } } : changed;
  return formAnswer(
    told,
    { intent: change?.topic ?? '' },
    messages.linkFailed(messages.CHANGE_FAILED),
  );
}

export const clientAction = orNoAnswer;

/** A change that was made shows everywhere; after one that was not, nothing else is asked for. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidate) {
  return actionResult ? (actionResult as FormOutcome).ok : defaultShouldRevalidate;
}

export default function PreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-8">
        <h1 className="text-3xl">What you get by email</h1>
        {loaderData.ok ? (
          <TopicList preferences={loaderData.body} sent={actionData} />
        ) : (
          <Missing {...loaderData} />
        )}
      </div>
    </div>
  );
}

function Missing({ status, sentence }: NotAnswered) {
  if (!isVoid(status)) return <RetryNotice>{sentence}</RetryNotice>;
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      <p>
        The links in a newer email still work. Or{' '}
        <TextLink to={href('/contact')}>write to us</TextLink>, and we will take care of it.
      </p>
    </>
  );
}
