import { data, href, Link } from 'react-router';
import { DonationList } from './donation-list.tsx';
import { ManageForm } from './manage-form.tsx';
import * as messages from './messages.ts';
import { isVoid, type NotAnswered } from '#app/http/ask.ts';
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
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';

const DONATIONS = 'post /api/monthly-donations';

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

/**
 * What a mailed link opens. Looking at it changes nothing, so that a mail scanner which follows the link
 * does no harm.
 */
export default function ManagePage({
  loaderData: outcome,
  actionData: sent,
}: Route.ComponentProps) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        <h1 className="text-3xl">Your monthly donations</h1>
        {outcome.ok ? <DonationList {...outcome.body} sent={sent} /> : <Missing {...outcome} />}
        <p>
          <Link to={href('/donate')} className="link">
            Go to the donation page
          </Link>
        </p>
      </div>
    </div>
  );
}

function Missing({ status, sentence }: NotAnswered) {
  if (!isVoid(status)) return <RetryNotice>{sentence}</RetryNotice>;
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      <ManageForm />
    </>
  );
}
