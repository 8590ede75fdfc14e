import { useEffect, useState, type ReactNode } from 'react';
import { href, Link } from 'react-router';
import { DonationList } from '#app/donations/donation-list.tsx';
import { fetchDonations, type DonationsOutcome } from '#app/donations/fetch-donations.ts';
import { ManageForm } from '#app/donations/manage-form.tsx';
import * as messages from '#app/donations/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';

const ANSWER_MS = 30_000;

/**
 * What a mailed link opens. The page itself holds nothing of the donor's, and looking at it changes
 * nothing, so that a mail scanner which follows the link does no harm.
 */
export function ManageScreen({ token }: { token: string }) {
  const { outcome, retry } = useDonations(token);
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        <h1 className="text-3xl">Your monthly donations</h1>
        {outcome ? <Shown outcome={outcome} token={token} retry={retry} /> : <Waiting />}
        <p>
          <Link to={href('/donate')} className="link">
            To the donation page
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
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      {outcome.sentence}
    </Notice>
  );
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

function useDonations(token: string) {
  const [outcome, setOutcome] = useState<DonationsOutcome>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const found = await fetchDonations(token, (input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(ANSWER_MS)]),
        }),
      );
      if (!leaving.signal.aborted) setOutcome(found);
    };
    void load();
    return () => leaving.abort();
  }, [token, attempt]);
  function retry() {
    setOutcome(undefined);
    setAttempt((count) => count + 1);
  }
  return { outcome, retry };
}
