import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { DonationList, type DonationSent } from './donation-list.tsx';
import { ManageForm } from './manage-form.tsx';
import * as messages from './messages.ts';
import { ask, isVoid, type Asked } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

export const DONATIONS = 'post /api/monthly-donations';

type Loaded = Asked<typeof DONATIONS>;

/** What a form without scripts brought: the donations, and what came of an act on them. */
type Sent = DonationSent & { listed?: Loaded };

/**
 * What a mailed link opens. The page itself holds nothing of the donor's, and looking at it changes
 * nothing, so that a mail scanner which follows the link does no harm.
 */
export function ManageScreen({ token, sent }: { token: string; sent?: Sent | undefined }) {
  const load = async (signal: AbortSignal): Promise<Loaded> => {
    if (token === '') return { ok: false, sentence: messages.LINK_INVALID, status: 400 };
    return ask(DONATIONS, { body: { token }, signal, failed: messages.donationsFailed });
  };
  const { outcome, retry } = useLoaded(token, load, sent?.listed);
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        <h1 className="text-3xl">Your monthly donations</h1>
        {outcome ? <Shown outcome={outcome} sent={sent} retry={retry} /> : <Waiting />}
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
  sent,
  retry,
}: {
  outcome: Loaded;
  sent: Sent | undefined;
  retry: () => void;
}): ReactNode {
  if (outcome.ok) {
    return <DonationList {...outcome.body} sent={sent} />;
  }
  if (isVoid(outcome.status)) {
    return (
      <>
        <Notice tone="warn">{outcome.sentence}</Notice>
        <ManageForm />
      </>
    );
  }
  return (
    <>
      <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>
      <ShowForm>Try again</ShowForm>
    </>
  );
}

function Waiting() {
  return (
    <>
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_DONATIONS}
      </SystemLine>
      <ShowForm>Show my monthly donations</ShowForm>
    </>
  );
}

/** Asks without a script; it is sent to this very address, whose token no page holds. */
function ShowForm({ children }: { children: string }) {
  return (
    <form method="post" className="hidden noscript:block">
      <Button type="submit" variant="primary">
        {children}
      </Button>
    </form>
  );
}
