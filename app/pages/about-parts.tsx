import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';
import {
  REFUND_DAYS,
  RESULTS_WITHIN,
  USUAL_LAB_CENTS,
  SAMPLES,
  LEAST_GIVEN,
} from '#app/kit/facts.ts';
import { DIRECT_PURCHASE, MANUFACTURER_MONEY, SCOPE } from '#app/kit/policies.ts';
import { site } from '#app/site.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { capitalized } from '#app/kit/text.ts';

/** What a product's goal is made of, as on a bill. */
export function Bill() {
  return (
    <section aria-labelledby="bill">
      <RuleLabel id="bill">How a product’s goal adds up</RuleLabel>
      <dl className="mt-4 divide-y divide-line rounded-lg border border-line-strong bg-paper-raised px-4 shadow-raised sm:px-5">
        <Line name="What a laboratory normally asks for one sample">
          about {formatCents(USUAL_LAB_CENTS)}
        </Line>
        <Line name="What one sample costs here, as our target">{formatCents(LEVEL_CENTS)}</Line>
        <Line name="Samples of each product">× {LEVELS}</Line>
        <Line name="Fully funded" isTotal>
          {formatCents(FULL_FUNDING_CENTS)}
        </Line>
      </dl>
    </section>
  );
}

function Line({
  name,
  isTotal = false,
  children,
}: {
  name: string;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className={isTotal ? 'font-medium' : 'text-sm text-ink-soft'}>{name}</dt>
      <dd
        className={`shrink-0 font-display tabular ${isTotal ? 'text-2xl text-accent-ink' : 'text-lg'}`}
      >
        {children}
      </dd>
    </div>
  );
}

/** From the first dollar to the published figure. */
export function Steps() {
  return (
    <section aria-labelledby="steps">
      <RuleLabel id="steps">How it goes</RuleLabel>
      <ol className="mt-2 divide-y divide-line">
        <Step number={1} title="People choose, and pay together.">
          Anyone can{' '}
          <Link to={href('/add-product')} className="link">
            add a product
          </Link>{' '}
          and anyone can give to one, from {LEAST_GIVEN}. Your card is charged right away, and
          nobody can give more than a product still needs.
        </Step>
        <Step number={2} title="If the goal is missed, the money goes back.">
          {REFUND_DAYS} days after your payment. You don’t need to ask.
        </Step>
        <Step number={3} title="At the goal, samples are bought at retail.">
          In stores or online, the way any U.S. resident can buy them. {MANUFACTURER_MONEY}
        </Step>
        <Step number={4} title={`A laboratory looks for ${TESTED_CHEMICALS} chemicals.`}>
          Phthalates, bisphenols, and the substitutes that take their place. We promise results{' '}
          {RESULTS_WITHIN} after testing has begun.
        </Step>
        <Step number={5} title="What is found is published.">
          Sample by sample, whatever it says and no matter who paid, next to the daily limit.
        </Step>
      </ol>
    </section>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 py-4">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md border border-accent bg-accent-wash font-mono text-sm text-accent-ink"
      >
        {number}
      </span>
      <div>
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-sm text-ink-soft">{children}</p>
      </div>
    </li>
  );
}

/** What a reader should know before leaning on a figure. */
export function Limits() {
  return (
    <section aria-labelledby="limits">
      <RuleLabel id="limits">What this does not tell you</RuleLabel>
      <div className="mt-4 flex flex-col gap-3 text-ink-soft">
        <p>
          {capitalized(SAMPLES)} are just {SAMPLES}. Another lot of the same product may contain
          more or less. A product that has not been tested is neither good nor bad. It is unknown.
        </p>
        <p>
          Comparing a figure with a daily intake is not medical advice. It shows how one serving
          compares with what an authority considers tolerable for a lifetime.
        </p>
        <p>
          {SCOPE} {DIRECT_PURCHASE}
        </p>
        <p>
          The results you can read today were measured and published by{' '}
          <a href={site.resultsSource.url} rel="noopener" className="link">
            {site.resultsSource.name}
            <span aria-hidden="true">{'\u00a0↗'}</span>
          </a>
          ; see them under{' '}
          <Link to={href('/plasticlist')} className="link">
            tested products
          </Link>
          . Who pays, every sample as a file, the money to the cent, and every correction are in the{' '}
          <Link to={href('/transparency')} className="link">
            open books
          </Link>
          .
        </p>
      </div>
    </section>
  );
}
