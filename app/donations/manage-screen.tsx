import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { DonationList } from './donation-list.tsx';
import { fetchDonations, type DonationsOutcome } from './fetch-donations.ts';
import { ManageForm } from './manage-form.tsx';
import * as messages from './messages.ts';
import { patientFetch } from '#app/platform/limits/patient-fetch.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

/**
 * What a mailed link opens. The page itself holds nothing of the donor's, and looking at it changes
 * nothing, so that a mail scanner which follows the link does no harm.
 */
export function ManageScreen({ token }: { token: string }) {
  const { outcome, retry } = useLoaded<DonationsOutcome>(token, (signal) =>
    fetchDonations(token, (input, init) => patientFetch(input, { ...init, signal })),
  );
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        <h1 className="text-3xl">Your monthly donations</h1>
        {outcome ? <Shown outcome={outcome} token={token} retry={retry} /> : <Waiting />}
        <p>
          <Link to={href('/donate')} className="link">
            Go to the donation page
          </Link>
        </p>
      </div>
    </div>
  );
}

function Shown({
  outcome,
  token,
  retry,
}: {
  outcome: DonationsOutcome;
  token: string;
  retry: () => void;
}): ReactNode {
  if (outcome.kind === 'donations') {
    return <DonationList donations={outcome.donations} token={token} />;
  }
  if (outcome.kind === 'invalid') {
    return (
      <>
        <Notice tone="warn">{outcome.sentence}</Notice>
        <ManageForm />
      </>
    );
  }
  return <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>;
}

function Waiting() {
  return (
    <>
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_DONATIONS}
      </SystemLine>
      <div className="hidden noscript:block">
        <Notice>{messages.MANAGING_NEEDS_JAVASCRIPT}</Notice>
      </div>
    </>
  );
}
