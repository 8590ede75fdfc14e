import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { openLookup, takeLookupForm } from '#app/contributions/lookup-form.server.ts';
import type { Lookup } from '#app/contributions/lookup.ts';
import { LookupScreen } from '#app/contributions/lookup-screen.tsx';
import { refundNotices } from '#app/emails/refund-notices.server.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { privateMeta } from '#app/http/private-page.ts';
import type { Route } from './+types/view-contributions.page.ts';

export const meta = () => privateMeta('View contributions');

/** The list, where this browser may see it still; else the first step. */
export async function loader({ context }: Route.LoaderArgs) {
  return withNotices(await openLookup(context.get(formAdapterContext)));
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  return withNotices(await takeLookupForm(typed, context.get(formAdapterContext)));
}

/** Beside the list, what was written about refunds: an email may not have arrived. */
async function withNotices<Answered extends Lookup | { data: Lookup }>(answered: Answered) {
  const lookup: Lookup = 'data' in answered ? answered.data : answered;
  if (lookup.step === 'list') lookup.notices = await refundNotices(lookup.email);
  return answered;
}

export const clientAction = orNoAnswer;

export default function ViewContributionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'step' in actionData ? actionData : undefined;
  return (
    <>
      <PageHead label="What became of it" title="View contributions">
        Everything given under your email address: its status, when it would be refunded, and a
        receipt for each.
      </PageHead>
      <div className="page-column pt-8 pb-20">
        <LookupScreen lookup={sent ?? loaderData} isSent={sent !== undefined} />
      </div>
    </>
  );
}
