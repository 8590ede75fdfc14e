import { data, type ShouldRevalidateFunctionArgs as ShouldRevalidate } from 'react-router';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { changeSentence } from './offered-stop.ts';
import { changeFor } from './preferences.ts';
import * as messages from './preferences-messages.ts';
import { changeSchema, type Preferences } from './preferences-schema.ts';
import { PREFERENCES, PreferencesScreen } from './preferences-screen.tsx';
import type { FormOutcome } from '#app/http/ask.ts';
import { refuse } from '#app/http/call.ts';
import {
  formAdapterContext,
  formAnswer,
  formFieldsOf,
  loaded,
} from '#app/http/form-adapter.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import type { Route } from './+types/preferences.page.ts';

export const meta = () => privateMeta('What you get by email');

const tokenIn = ({ url }: Request) => new URL(url).searchParams.get('token')?.trim() ?? '';

/** What the token's owner gets, and what the email's link is about. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const from = await offeredIn(request);
  const token = tokenIn(request);
  if (token === '')
    return { from, outcome: { ok: false, sentence: messages.NO_TOKEN, status: 400 } } as const;
  const found = await context.get(formAdapterContext)(PREFERENCES, { token });
  const failed = messages.linkFailed(messages.PREFERENCES_FAILED);
  const { data: outcome, init } = loaded<typeof PREFERENCES>(found, failed);
  return data({ from, outcome }, init ?? {});
}

/** A duplicate's code means the product that it was merged into. */
async function offeredIn(request: Request): Promise<string | null> {
  const from = new URL(request.url).searchParams.get('from');
  const change = changeFor(from ?? undefined);
  if (change?.kind !== 'unfollow') return from;
  const product = await findProduct(change.product_id);
  return product ? `product-${product.id}` : from;
}

/** Makes one change, for the button alone: a mail scanner may post to the link as well. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent = '', kind, on, key, product_id: code } = formFieldsOf(await request.formData());
  const change = changeSchema.safeParse({
    kind,
    on: on === 'true',
    key,
    product_id: Number(code),
  }).data;
  const changed = change
    ? await context.get(formAdapterContext)('post /api/change-mail-preferences', {
        token: tokenIn(request),
        change,
      })
    : refuse(400, messages.CHANGE_FAILED);
  const isMade = change && changed.status === 200;
  const message = isMade && changeSentence(change, changed.body as Preferences);
  const told = message ? { ...changed, body: { message } } : changed;
  return formAnswer(told, { intent }, messages.linkFailed(messages.CHANGE_FAILED));
}

export const clientAction = orNoAnswer;

/** A change that was made shows everywhere; after one that was not, nothing else is asked for. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidate) {
  return actionResult ? (actionResult as FormOutcome).ok : defaultShouldRevalidate;
}

export default function PreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PreferencesScreen {...loaderData} sent={actionData} />;
}
