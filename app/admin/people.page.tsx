import { href } from 'react-router';
import { AdminFrame } from '#app/admin/admin-frame.tsx';
import { administratorOf } from '#app/admin/administrator-of.server.ts';
import { disputeEvidence } from '#app/admin/dispute-evidence.server.ts';
import { DisputePanel } from '#app/admin/dispute-panel.tsx';
import { FailedRefunds } from '#app/admin/failed-refunds.tsx';
import { searchPayments } from '#app/admin/find-payments.server.ts';
import { listDisputes } from '#app/admin/list-disputes.server.ts';
import { listOpenRequests } from '#app/admin/list-requests.server.ts';
import * as messages from '#app/admin/messages.ts';
import { asPage, fieldOf } from '#app/admin/page-answer.server.ts';
import { PaymentList } from '#app/admin/payment-list.tsx';
import { PaymentSearch } from '#app/admin/payment-search.tsx';
import { listRefunds } from '#app/admin/refund-list.server.ts';
import * as money from '#app/admin/refund-money.server.ts';
import { RequestList } from '#app/admin/request-list.tsx';
import { Said } from '#app/admin/said.tsx';
import { answer, refuse, type Administrator, type Answer } from '#app/platform/call.ts';
import { log } from '#app/platform/log.server.ts';
import { site } from '#app/site.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/people.page.ts';

/** Rows of each list shown at once. */
const SHOWN = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const by = administratorOf(context);
  const disputeId = new URL(request.url).searchParams.get('dispute');
  const failed = await listRefunds(['failed'], SHOWN);
  return {
    email: by.email,
    requests: await listOpenRequests(SHOWN),
    failedRefunds: failed,
    disputes: await listDisputes(SHOWN),
    ...(disputeId
      ? await evidenceOf(by, disputeId)
      : { evidence: undefined, noEvidence: undefined }),
  };
}

/**
 * Does what the pressed button says. What was searched for comes in the body, and the payments found
 * for it come back with whatever was done: an address never stands in one of the page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const by = administratorOf(context);
  const form = await request.formData();
  const field = (name: string) => fieldOf(form, name);
  switch (field('intent')) {
    case 'search':
      return asPage(await search(by, field('sought')));
    case 'refund-contribution': {
      const [id, reason, note] = [field('contribution'), field('reason'), field('note')];
      return again(by, field('sought'), await money.refundContribution(by, id, reason, note));
    }
    case 'refund-review':
      return again(
        by,
        field('sought'),
        await money.refundReview(by, field('order'), field('note')),
      );
    case 'grant-refund':
      return asPage(await money.grantRequest(by, field('request'), field('note')));
    case 'decline-refund':
      return asPage(await money.declineRequest(by, field('request'), field('note')));
    case 'retry-refund':
      return asPage(await money.retryFailedRefund(by, field('refund')));
    default:
      return asPage(refuse(400, messages.NOT_A_WISH));
  }
}

export function meta() {
  return [
    { title: `People · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ];
}

/** What people paid and ask for: the one page on which their addresses are shown. */
export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, requests, failedRefunds, disputes, evidence, noEvidence } = loaderData;
  const { sought, payments } = foundIn(actionData);
  return (
    <AdminFrame title="People" email={email}>
      <Said said={actionData} />
      <PaymentSearch sought={sought} />
      {payments && <PaymentList payments={payments} sought={sought} />}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <RequestList requests={requests} />
        <Panel aria-labelledby="failed-refunds">
          <RuleLabel id="failed-refunds" note={String(failedRefunds.length)}>
            Failed refunds
          </RuleLabel>
          <FailedRefunds
            total={failedRefunds.length}
            shown={failedRefunds}
            to={href('/admin/people')}
          />
        </Panel>
      </div>
      <DisputePanel disputes={disputes} evidence={evidence} noEvidence={noEvidence} />
    </AdminFrame>
  );
}

type Payments = NonNullable<Awaited<ReturnType<typeof searchPayments>>>;

/** What an action has found comes back untyped beside its words. */
function foundIn(said: Record<string, unknown> | undefined) {
  return {
    sought: typeof said?.sought === 'string' ? said.sought : '',
    payments: Array.isArray(said?.payments) ? (said.payments as Payments) : undefined,
  };
}

async function search(by: Administrator, sought: string): Promise<Answer> {
  const payments = await searchPayments(by, sought);
  if (!payments) return { status: 400, body: { error: messages.NOT_SEARCHABLE, sought } };
  return answer(200, { sought, payments });
}

/** What was done, with the payments that it was done among. */
async function again(by: Administrator, sought: string, done: Answer) {
  const payments = sought ? await searchPayments(by, sought) : undefined;
  return asPage(done, { sought, ...(payments ? { payments } : {}) });
}

async function evidenceOf(by: Administrator, disputeId: string) {
  try {
    const evidence = await disputeEvidence(by, disputeId);
    return { evidence, noEvidence: evidence ? undefined : messages.NO_SUCH_DISPUTE };
  } catch (error) {
    log.error({ err: error, disputeId }, 'the evidence of a dispute was not read');
    return { evidence: undefined, noEvidence: messages.NO_EVIDENCE };
  }
}
