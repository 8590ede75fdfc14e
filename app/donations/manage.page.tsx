import { data } from 'react-router';
import * as messages from './messages.ts';
import { DONATIONS, ManageScreen } from './manage-screen.tsx';
import {
  formAnswer,
  formAdapterContext,
  formFieldsOf,
  leadToPayment,
  loaded,
} from '#app/http/form-adapter.server.ts';
import type { Route } from './+types/manage.page.ts';
import { leadOrNoAnswer } from '#app/funding/list/use-checkout-form.ts';
import { privateMeta } from '#app/http/private-page.ts';

export const meta = () => privateMeta('Your monthly donations');

const tokenIn = ({ url }: Request) => new URL(url).searchParams.get('token')?.trim() ?? '';

/** The donations behind the link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenIn(request);
  if (token === '') return { ok: false, sentence: messages.LINK_INVALID, status: 400 } as const;
  const listing = await context.get(formAdapterContext)(DONATIONS, { token });
  return loaded<typeof DONATIONS>(listing, messages.donationsFailed);
}

/** Changes what a donation is for, or leads to a customer's portal. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, ...typed } = formFieldsOf(await request.formData());
  const { customer, subscription, purpose } = typed;
  const token = tokenIn(request);
  const call = context.get(formAdapterContext);
  const asked =
    intent === 'portal'
      ? await call('post /api/create-portal-session', { customerId: customer, token })
      : await call('post /api/monthly-purpose', { token, subscriptionId: subscription, purpose });
  const { data: sent, init } = formAnswer(asked, {});
  return leadToPayment(asked) ?? data({ ...sent, customer, subscription }, init ?? {});
}

export const clientAction = leadOrNoAnswer;

export default function ManagePage({ loaderData, actionData }: Route.ComponentProps) {
  return <ManageScreen outcome={loaderData} sent={actionData} />;
}
