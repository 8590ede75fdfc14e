import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { DonationForm } from './donation-form.tsx';
import { track } from '#app/analytics/track.ts';
import { Panel } from '#app/ui/panel.tsx';

const tab =
  'flex min-h-11 flex-1 items-center justify-center gap-2 border-b-3 border-transparent px-3 font-mono text-sm text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink';

/**
 * The amount form, monthly or once. The one-time link opens our own form, unless the site names
 * another address for it.
 */
export function DonationPanel({
  oneTimeUrl,
  ...gift
}: ComponentProps<typeof DonationForm> & { oneTimeUrl: string | null }) {
  const isMonthly = gift.rhythm === 'monthly';
  return (
    <Panel aria-labelledby="give" className="shadow-raised">
      <h2 id="give" className="sr-only">
        {isMonthly ? 'Monthly donation' : 'One-time donation'}
      </h2>
      <nav aria-label="How often" className="mb-5 flex rounded-md border border-line-strong">
        <Link
          to="?"
          replace
          preventScrollReset
          aria-current={isMonthly ? 'true' : undefined}
          className={tab}
        >
          Monthly
        </Link>
        <OneTimeLink url={oneTimeUrl} isCurrent={!isMonthly} />
      </nav>
      <DonationForm key={gift.rhythm} {...gift} />
      <p className="mt-4 text-sm text-ink-soft">
        {isMonthly
          ? 'You pay by card on the payment provider’s page. The same amount is charged each month until you cancel, which you can do at any time.'
          : 'You pay on the payment provider’s page, once. Nothing is charged before that.'}
      </p>
    </Panel>
  );
}

function OneTimeLink({ url, isCurrent }: { url: string | null; isCurrent: boolean }) {
  const text = (
    <span>
      One-time<span className="max-sm:sr-only"> donation</span>
    </span>
  );
  if (url) {
    return (
      <a
        href={url}
        rel="noopener"
        onClick={() => track('Donation Link Click', { link: 'one-time', url })}
        className={tab}
      >
        {text} <span aria-hidden="true">↗</span>
      </a>
    );
  }
  return (
    <Link
      to="?give=once"
      replace
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => {
        if (!isCurrent)
          track('Donation Link Click', { link: 'one-time', url: '/donate?give=once' });
      }}
      className={tab}
    >
      {text}
    </Link>
  );
}
