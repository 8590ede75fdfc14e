import { useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { operator, outsideLinks, siteUrl } from '#app/config.ts';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { leadOrNoAnswer } from '#app/funding/list/use-checkout-form.ts';
import { sentBy } from '#app/http/ask.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { refuse } from '#app/http/call.ts';
import {
  formAnswer,
  formAdapterContext,
  leadToPayment,
  formFieldsOf,
} from '#app/http/form-adapter.server.ts';
import { site } from '#app/site.ts';
import { AboutDonations } from './about-donations.tsx';
import { CryptoDonations } from './crypto-donations.tsx';
import { CHECKOUT_CALLS, DEFAULT_DOLLARS } from './donation-amount.ts';
import { DonationPanel } from './donation-panel.tsx';
import { purposesOffered } from './purposes.server.ts';
import type { PurposeOffered } from './amount-body.ts';
import { ManageForm } from './manage-form.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import type { Route } from './+types/donate.page.ts';
import { commaQuestion, typedDollars } from '#app/kit/money.ts';

export async function loader() {
  const { taxNote } = operator();
  return { links: outsideLinks(), taxNote, baseUrl: siteUrl(), purposes: await purposesOffered() };
}

/** Leads to the hosted checkout of a donation, or emails a link to manage one. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const call = context.get(formAdapterContext);
  switch (typed.intent) {
    case 'give': {
      const { amount: text = '', purpose } = typed;
      const question = commaQuestion(text);
      if (question) return formAnswer(refuse(400, question), typed);
      const rhythm = typed.give === 'once' ? 'once' : 'monthly';
      const body = { amount: typedDollars(text), purpose };
      const answered = await call(CHECKOUT_CALLS[rhythm], body);
      return leadToPayment(answered) ?? formAnswer(answered, typed);
    }
    case 'manage':
      return formAnswer(await call('post /api/send-manage-link', { email: typed.email }), typed);
    default:
      return formAnswer(refuse(400, UNKNOWN_ACTION), typed);
  }
}

/** The choice between monthly and once is an address, but nothing is loaded for it. */
export const clientAction = leadOrNoAnswer;

export const shouldRevalidate = keepWithinPage;

export const meta = metaOf(href('/donate'), {
  title: 'Donate',
  description: `Support ${site.name} with a monthly or a one-time gift: for the project itself, or for the tests of whatever is closest to its goal.`,
});

export default function DonatePage({
  loaderData: { links, taxNote, purposes },
  actionData,
}: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const isOnce = parameters.get('give') === 'once' && !links.oneTimeDonationUrl;
  const given = sentBy(actionData, 'give');
  // It stays while the choice between monthly and once changes the address.
  const [askedFor] = useState(parameters.get('purpose'));
  return (
    <>
      <Intro />
      <div className="page-column grid items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_1fr]">
        <DonationPanel
          rhythm={isOnce ? 'once' : 'monthly'}
          initial={given?.typed.amount ?? initialAmount(parameters)}
          purposes={inOrder(purposes, askedFor)}
          sent={given}
          oneTimeUrl={links.oneTimeDonationUrl}
        />
        <CryptoDonations
          walletAddress={links.cryptoWalletAddress}
          checkoutUrl={links.cryptoCheckoutUrl}
        />
        <AboutDonations
          supportEmail={links.supportEmail}
          taxNote={taxNote}
          className="lg:col-start-2 lg:row-span-3 lg:row-start-1"
        />
        <ManageForm className="lg:col-start-1" sent={sentBy(actionData, 'manage')} />
      </div>
    </>
  );
}

/** What was asked for stands first, and is chosen. */
function inOrder(purposes: PurposeOffered[], asked: string | null): PurposeOffered[] {
  return purposes.toSorted((a, b) => Number(b.value === asked) - Number(a.value === asked));
}

/** What a form that was sent before its script ran still holds; else the default. */
function initialAmount(parameters: URLSearchParams): string {
  const amount = parameters.get('amount') ?? '';
  const dollars = typedDollars(amount);
  return String(Number.isNaN(dollars) ? DEFAULT_DOLLARS : dollars);
}

function Intro() {
  return (
    <PageHead label="For the project or for tests" title="Donate">
      A donation keeps {site.name} itself going, for everyone who reads the results. Or your gift
      pays for the tests of whatever is closest to its goal. To choose the product yourself, put it
      on your{' '}
      <Link to={href('/')} className="link">
        funding list
      </Link>
      , or see{' '}
      <Link to={href('/tests')} className="link">
        what was tested so far
      </Link>
      .
    </PageHead>
  );
}
