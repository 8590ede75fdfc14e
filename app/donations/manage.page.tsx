import { data, useSearchParams } from 'react-router';
import * as messages from './messages.ts';
import { DONATIONS, ManageScreen } from './manage-screen.tsx';
import {
  askedOf,
  formAnswer,
  formDoorContext,
  formFieldsOf,
  headersOf,
  leadToPayment,
} from '#app/http/form-door.server.ts';
import type { Route } from './+types/manage.page.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
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
  const { intent, customer: customerId, subscription: subscriptionId, purpose } = typed;
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? '';
  const door = context.get(formDoorContext);
  const opened =
    intent === 'portal' && (await door('post /api/create-portal-session', { customerId, token }));
  const led = opened && leadToPayment(opened);
  if (led) return led;
  const answeredPurpose =
    intent === 'purpose' &&
    (await door('post /api/monthly-purpose', { token, subscriptionId, purpose }));
  const listed = await door(DONATIONS, { token });
  const outcome = askedOf<typeof DONATIONS>(listed, messages.donationsFailed);
  const asked = opened || answeredPurpose;
  const answered = asked && outcome.ok ? asked : listed;
  const sent = {
    ...formAnswer(answered, {}).data,
    listed: outcome,
    customer: opened ? customerId : undefined,
    subscription: answeredPurpose ? subscriptionId : undefined,
  };
  return data(sent, { status: answered.status, headers: headersOf(answered) });
}

export const clientAction = orNoAnswer;

export default function ManagePage({ actionData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return <ManageScreen key={token} token={token} sent={actionData} />;
}
