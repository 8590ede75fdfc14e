import { useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import { ContributionList } from './contribution-list.tsx';
import { CodeStep, EmailStep } from './lookup-steps.tsx';
import * as messages from './messages.ts';
import { MyData } from './my-data.tsx';
import { RefundNotices } from './refund-notices.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useLookup, useLookupForm } from './use-lookup.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { openLookup, takeLookupForm } from './lookup-form.server.ts';
import type { Lookup } from './lookup.ts';
import { refundNotices } from '#app/letters/mails/refund-notices.server.ts';
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
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">What became of it</p>
          <h1 className="text-3xl sm:text-4xl">View contributions</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            Everything given under your email address: its status, when it would be refunded, and a
            receipt for each.
          </p>
        </div>
      </section>
      <div className="page-column pt-8 pb-20">
        <Steps lookup={sent ?? loaderData} isSent={sent !== undefined} />
      </div>
    </>
  );
}

/** The lookup's steps, one at a time. */
function Steps(page: { lookup: Lookup; isSent: boolean }) {
  const { lookup, hasMoved, useOtherEmail } = useLookup(page);
  if (lookup.step === 'list' && lookup.found) {
    const { preferences_url: preferencesUrl } = lookup.found;
    return (
      <div className="flex flex-col gap-12">
        <ContributionList
          lookup={lookup}
          contributions={lookup.found.contributions}
          hasMoved={hasMoved}
        />
        <RefundNotices notices={lookup.notices ?? []} />
        <MyData lookup={lookup} preferencesUrl={preferencesUrl} />
      </div>
    );
  }
  return (
    <div className="mx-auto w-full max-w-prose">
      {lookup.step === 'email' && <EmailStep lookup={lookup} hasMoved={hasMoved} />}
      {lookup.step === 'code' && <CodeStep lookup={lookup} onOtherEmail={useOtherEmail} />}
      {lookup.step === 'opening' && <Opening lookup={lookup} onOtherEmail={useOtherEmail} />}
      {lookup.step === 'erased' && <Erased word={lookup.word} />}
    </div>
  );
}

function Opening({ lookup, onOtherEmail }: { lookup: Lookup; onOtherEmail: () => void }) {
  const { Form } = useLookupForm();
  if (!lookup.failure) return <SystemLine busy>{messages.LOADING}</SystemLine>;
  return (
    <>
      <FailureNotice failure={lookup.failure} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" defaultShouldRevalidate={false}>
          <input type="hidden" name="intent" value="open" />
          <Button type="submit" variant="primary">
            Try again
          </Button>
        </Form>
        <Link
          to={href('/view-contributions')}
          onClick={onOtherEmail}
          className={buttonClass({ variant: 'quiet' })}
        >
          Get a new code
        </Link>
      </div>
    </>
  );
}

function Erased({ word = messages.ERASED }: { word?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel aria-labelledby="erased" className="shadow-raised">
      <h2 ref={heading} id="erased" tabIndex={-1} className="text-xl">
        {word}
      </h2>
      <p className="mt-3 mb-5 text-ink-soft">
        Your money is still used for what you gave it for. Refunds in progress still arrive on your
        card. Thank you.
      </p>
      <Link to={href('/')} className={buttonClass()}>
        See the products
      </Link>
    </Panel>
  );
}
