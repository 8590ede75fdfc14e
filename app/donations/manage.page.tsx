import { data, useSearchParams } from 'react-router';
import * as messages from './messages.ts';
import { DONATIONS, ManageScreen } from './manage-screen.tsx';
import {
  askedOf,
  formAnswer,
  formAdapterContext,
  formFieldsOf,
  headersOf,
  leadToPayment,
} from '#app/http/form-adapter.server.ts';
import type { Route } from './+types/manage.page.ts';
import { leadOrNoAnswer } from '#app/funding/list/use-checkout-form.ts';
import { site } from '#app/site.ts';

/**
 * The address holds a token: no search engine lists it, and nobody is told of it. The origin alone goes
 * along, by which the form without scripts is known as the site's own.
 */
export function meta() {
  return [
    { title: `Your monthly donations · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'strict-origin' },
  ];
}

/**
 * Shows the donations behind the link, changes what one is for, or leads to a customer's portal; refused,
 * with the list as before.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const { intent, customer, subscription, purpose } = typed;
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  const call = context.get(formAdapterContext);
  const asked =
    intent === 'portal'
      ? await call('post /api/create-portal-session', { customerId: customer, token })
      : intent === 'purpose'
        ? await call('post /api/monthly-purpose', { token, subscriptionId: subscription, purpose })
        : undefined;
  const led = asked && leadToPayment(asked);
  if (led) return led;
  const listing = await call(DONATIONS, { token });
  const listed = askedOf<typeof DONATIONS>(listing, messages.donationsFailed);
  const answered = asked && listed.ok ? asked : listing;
  const sent = { ...formAnswer(answered, {}).data, listed, customer, subscription };
  return data(sent, { status: answered.status, headers: headersOf(answered) });
}

export const clientAction = leadOrNoAnswer;

export default function ManagePage({ actionData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return <ManageScreen key={token} token={token} sent={actionData} />;
}
