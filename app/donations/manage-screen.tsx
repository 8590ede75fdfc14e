import { href, Link } from 'react-router';
import { DonationList, type DonationSent } from './donation-list.tsx';
import { ManageForm } from './manage-form.tsx';
import { isVoid, type Asked, type NotAnswered } from '#app/http/ask.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';

export const DONATIONS = 'post /api/monthly-donations';

/**
 * What a mailed link opens. Looking at it changes nothing, so that a mail scanner which follows the link
 * does no harm.
 */
export function ManageScreen({
  outcome,
  sent,
}: {
  outcome: Asked<typeof DONATIONS>;
  /** What came of a form on it that no script sent. */
  sent?: DonationSent | undefined;
}) {
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
