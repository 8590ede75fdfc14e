import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, asPage } from '#app/admin-ui/page-answer.server.ts';
import { DisputePanel } from './dispute-panel.tsx';
import { useRefused } from '#app/admin-ui/desk-form.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import { asTyped, deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { recentPayments, searchPayments, type FoundPayments } from './find-payments.server.ts';
import { listNamedDisputes } from './list-disputes.server.ts';
import { listOpenRequests, countFailedRefunds, listFailedRefunds } from './refund-list.server.ts';
import { BrandDomains } from './brand-domains.tsx';
import { MessageList } from './message-list.tsx';
import { fieldOf, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentSearch, RecentPayments } from './payment-search.tsx';
import * as money from './refund-money.server.ts';
import { RequestList } from './request-list.tsx';
import { ReturnedPanel } from './returned-panel.tsx';
import { writeAgain } from './returned.server.ts';
import { ReservationList } from './reservation-list.tsx';
import { endReservation, readReservations } from './reservations.server.ts';
import { payRefundOutside } from './paid-outside.server.ts';
import { keepAsItStands, listOpen, noteOnUnmatched } from './unmatched.server.ts';
import { UnmatchedPanel } from './unmatched-panel.tsx';
import { countUnmatched } from '#app/funding/unmatched.server.ts';
import { answerMessage, listMessages, tieMessage } from '#app/contact/contact-message.server.ts';
import { answer, type Administrator, type Answer } from '#app/http/call.ts';
import { changeBrandDomain, listBrandDomains } from '#app/contact/brand-domains.server.ts';
import { publishReply, putOnTop } from '#app/contact/objections.server.ts';
import { listReturned } from '#app/mail/returned.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import type { Route } from './+types/people.page.ts';

/** Rows of each list shown at once. */
const SHOWN = 100;

export async function loader({ context }: Route.LoaderArgs) {
  return {
    email: administratorOf(context).email,
    recent: await recentPayments(),
    requests: await listOpenRequests(SHOWN),
    reservations: await readReservations(SHOWN),
    failed: { shown: await listFailedRefunds(SHOWN), total: await countFailedRefunds() },
    unmatched: { shown: await listOpen(SHOWN), total: await countUnmatched() },
    messages: await listMessages(SHOWN),
    brandDomains: await listBrandDomains(),
    returned: await listReturned(SHOWN),
    today: dayOf(now()),
    disputes: await listNamedDisputes(SHOWN),
  };
}

/**
 * Does what the pressed button says. What was searched for comes in the body, and the payments found
 * for it come back with whatever was done: an address never stands in one of the page.
 */
export async function action(args: Route.ActionArgs) {
  return deskAction(
    args,
    MOVES_MONEY,
    ({ by, form, field }) => ({
      search: async () => asPage(await search(by, field('sought'))),
      'refund-contribution': async () => {
        const [id, reason, note] = [field('contribution'), field('reason'), field('note')];
        return again(by, field('sought'), await money.refundContribution(by, id, reason, note));
      },
      'grant-refund': () => money.grantRequest(by, field('request'), field('note')),
      'answer-message': () =>
        answerMessage(by, field('message'), {
          text: field('text'),
          product: field('product'),
          upheld: field('upheld'),
        }),
      'publish-reply': () => {
        const typed = {
          product: field('product'),
          maker: field('maker'),
          isSure: form.has('sure'),
        };
        return publishReply(by, field('message'), typed);
      },
      'put-objection-on-top': () => putOnTop(by, field('message')),
      'enter-brand-domain': () => changeBrandDomain(by, domainIn(form), true),
      'take-brand-domain': () => changeBrandDomain(by, domainIn(form), false),
      'tie-message': () => tieMessage(by, field('message'), field('product')),
      'lift-returned': () => writeAgain(by, field('email'), field('reason')),
      'decline-refund': () => money.declineRequest(by, field('request'), field('note')),
      'retry-refund': async () =>
        asPage(await money.retryFailedRefund(by, field('refund'), form.has('anyway'))),
      'end-reservation': () => endReservation(by, field('order'), field('reason')),
      'pay-refund-outside': () => payRefundOutside(by, field('refund'), formFieldsOf(form)),
      'note-unmatched': () => noteOnUnmatched(by, field('unmatched'), field('note')),
      'keep-unmatched': async () => asPage(await keepAsItStands(by, field('unmatched'))),
    }),
    asTyped,
  );
}

/** What sends money, or says that it was sent. */
const MOVES_MONEY = [
  'refund-contribution',
  'grant-refund',
  'retry-refund',
  'pay-refund-outside',
  'keep-unmatched',
];

const domainIn = (form: FormData) => ({
  brand: fieldOf(form, 'brand'),
  domain: fieldOf(form, 'domain'),
});

export function meta() {
  return [...adminMeta('People'), { name: 'referrer', content: 'same-origin' }];
}

/** What people paid and ask for: the one page on which their addresses are shown. */
export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, requests, disputes } = loaderData;
  // What an action has found comes back untyped beside its words.
  const sought = typeof actionData?.sought === 'string' ? actionData.sought : '';
  const found = actionData?.found as FoundPayments | undefined;
  const refused = useRefused();
  return (
    <AdminFrame title="People" email={email}>
      <AnswerNotice outcome={actionData} />
      <MessageList {...loaderData.messages} />
      <BrandDomains domains={loaderData.brandDomains} />
      <PaymentSearch sought={sought} />
      {found ? (
        <PaymentList found={found} sought={sought} />
      ) : (
        <RecentPayments payments={loaderData.recent} />
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <RequestList requests={requests} />
          <FailedRefunds {...loaderData.failed} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {loaderData.returned.total > 0 && <ReturnedPanel {...loaderData.returned} />}
          {(loaderData.reservations.total > 0 || refused?.form.startsWith('end-')) && (
            <ReservationList reservations={loaderData.reservations} />
          )}
          <UnmatchedPanel {...loaderData.unmatched} />
        </div>
      </div>
      <DisputePanel disputes={disputes} />
    </AdminFrame>
  );
}

async function search(by: Administrator, sought: string): Promise<Answer> {
  const found = await searchPayments(by, sought);
  if (!found)
    return {
      status: 400,
      body: {
        error:
          'That is too little to search by, or too much. Enter at least two letters or a number, and at most ten words.',
        field: 'sought',
        sought,
      },
    };
  return answer(200, { sought: found.typed, found });
}

/** What was done, with the payments that it was done among. */
async function again(by: Administrator, sought: string, done: Answer) {
  const found = sought ? await searchPayments(by, sought) : undefined;
  return asPage(done, { sought, ...(found ? { found } : {}) });
}
