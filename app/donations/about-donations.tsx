import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { REFUND_DAYS } from '#app/kit/facts.ts';

/** What a donation is, and what it is not. */
export function AboutDonations({
  supportEmail,
  taxNote,
  className = '',
}: {
  supportEmail: string | null;
  taxNote: string;
  className?: string;
}) {
  return (
    <section aria-labelledby="about" className={className}>
      <RuleLabel id="about">What a donation is</RuleLabel>
      <dl className="mt-2 divide-y divide-line">
        <Point title="It goes to the project, not to a product.">
          It doesn’t count toward any product’s goal. It helps pay for what product funding doesn’t
          cover: running this site, and tests that cost more than was raised for them. To pay for a
          test,{' '}
          <Link to={href('/')} className="link">
            choose a product to fund
          </Link>
          .
        </Point>
        <Point title="A gift can pay for tests instead.">
          Choose whatever is closest to its goal, of tests for plastic chemicals (all, or in one
          category) or of tests for metals. Your gift, or each month, then goes there at once, never
          past what a product needs. What needs the least comes first; when it is complete, the rest
          goes to the next. What goes to a product is a contribution, with the {REFUND_DAYS}-day
          refund. What fits nowhere is a donation.
        </Point>
        <Point title="It is not refunded automatically.">
          The {REFUND_DAYS}-day refund is for products that miss their goal. A donation has no goal
          to miss.
          {supportEmail && (
            <span>
              {' '}
              If you gave by mistake, write to{' '}
              <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
                {supportEmail}
              </a>
              .
            </span>
          )}
        </Point>
        <Point title="You can end a monthly donation anytime.">
          It is charged on the same day of each month. Change the card or cancel whenever you like.
          We email you when a payment fails and when the donation ends.
        </Point>
        <Point title="The receipt is not a tax receipt.">
          We confirm each card payment by email. {taxNote}
        </Point>
      </dl>
    </section>
  );
}

/** One of the points of a list, under its title. */
export function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="py-4">
      <dt className="font-medium">{title}</dt>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  );
}
