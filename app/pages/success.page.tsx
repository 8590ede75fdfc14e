import { useSearchParams } from 'react-router';
import { ManageDonation } from '#app/donations/manage-donation.tsx';
import { leadOrNoAnswer } from '#app/funding/list/use-checkout-form.ts';
import {
  formAnswer,
  formAdapterContext,
  formFieldsOf,
  leadToPayment,
} from '#app/http/form-adapter.server.ts';
import { nextOfKind } from '#app/funding/checkout/next-of-kind.server.ts';
import { OrderScreen } from '#app/funding/checkout/order-screen.tsx';
import { unlistedMeta } from '#app/http/private-page.ts';
import type { Route } from './+types/success.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  return { next: await nextOfKind(sessionOf(new URL(request.url).searchParams)) };
}

/** What was paid stays on the screen when nothing can be found to follow it. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(() => ({ next: null }));

export const meta = () => unlistedMeta('Thank you');

/** Leads to the portal of the monthly donation that began here, or emails a link to whoever began it. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const { intent, customer: customerId } = typed;
  const sessionId = sessionOf(new URL(request.url).searchParams);
  const call = context.get(formAdapterContext);
  const answered =
    intent === 'portal'
      ? await call('post /api/create-portal-session', { customerId, sessionId })
      : await call('post /api/send-order-link', { sessionId });
  return leadToPayment(answered) ?? formAnswer(answered, typed);
}

export const clientAction = leadOrNoAnswer;

const sessionOf = (parameters: URLSearchParams) => parameters.get('session_id')?.trim() ?? '';

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const sessionId = sessionOf(parameters);
  const { next } = loaderData;
  return <OrderScreen key={sessionId} {...{ sessionId, next }} manage={ManageDonation} />;
}
