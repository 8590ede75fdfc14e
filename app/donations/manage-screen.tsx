import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { DonationList } from './donation-list.tsx';
import { ManageForm } from './manage-form.tsx';
import * as messages from './messages.ts';
import { ask, isVoid, type Asked } from '#app/platform/http/ask.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

type Loaded = Asked<'post /api/monthly-donations'>;

/**
 * What a mailed link opens. The page itself holds nothing of the donor's, and looking at it changes
 * nothing, so that a mail scanner which follows the link does no harm.
 */
export function ManageScreen({ token }: { token: string }) {
  const { outcome, retry } = useLoaded(token, async (signal): Promise<Loaded> => {
    if (token === '') return { ok: false, sentence: messages.LINK_INVALID, status: 400 };
    return ask('post /api/monthly-donations', {
      body: { token },
      signal,
      failed: (said, status) =>
        isVoid(status) ? messages.LINK_INVALID : (said ?? messages.DONATIONS_FAILED),
    });
  });
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
  outcome: Loaded;
  token: string;
  retry: () => void;
}): ReactNode {
  if (outcome.ok) return <DonationList donations={outcome.body.donations} token={token} />;
  if (isVoid(outcome.status)) {
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
