import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { site } from '#app/site.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

const REPORT_URL = 'https://www.plasticlist.org/report';

/** Why it is worth looking: what others found, each figure with whose it is. */
export function Evidence() {
  const bpa = limitFor('bpa', 'EFSA');
  return (
    <section aria-labelledby="evidence">
      <RuleLabel id="evidence">Why it is worth looking</RuleLabel>
      <dl className="mt-2 divide-y divide-line">
        <Finding figure="86%" title="of the foods in one survey held at least one of them">
          Foods, not samples. One sample of a food was enough to count.{' '}
          <Outside to={REPORT_URL}>{site.resultsSource.name}’s report</Outside>, 2024, on foods of
          the San Francisco Bay Area.
        </Finding>
        <Finding figure="59%" title="is how far apart two samples of one product are on average">
          Two from the same lot still differ by 33%. One sample is therefore not enough, and three
          are no guarantee. <Outside to={REPORT_URL}>The same report</Outside>.
        </Finding>
        <Finding figure="20,000" title="times lower: Europe’s limit for BPA since 2023">
          What counts as tolerable can change faster than what is on the shelf. EFSA went from 4,000
          nanograms per kilogram of body weight a day to {bpa?.limitNgPerKgDay}:{' '}
          <Outside to={bpa?.citation.url ?? ''}>its opinion of 2023</Outside>. Not every authority
          has followed.
        </Finding>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">
        More about this, including what it does not show, is in the{' '}
        <Link to={`${href('/faq')}#impact-and-evidence`} className="link">
          FAQ
        </Link>
        .
      </p>
    </section>
  );
}

function Finding({
  figure,
  title,
  children,
}: {
  figure: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-x-5 gap-y-1 py-4 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <dt className="font-display text-2xl whitespace-nowrap tabular text-accent-ink">{figure}</dt>
      <dd>
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-sm text-ink-soft">{children}</p>
      </dd>
    </div>
  );
}

function Outside({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noopener" className="link">
      {children}
      <span aria-hidden="true">{'\u00a0↗'}</span>
    </a>
  );
}
