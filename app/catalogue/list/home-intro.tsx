import { Form } from 'react-router';
import { SEARCH_BOX_CHARACTERS } from './list-query.ts';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS, samples } from '#app/kit/money.ts';
import { site } from '#app/site.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { TESTED_FOR, USUAL_LAB_CENTS } from '#app/kit/facts.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';

const facts = [
  {
    figure: formatCents(LEVEL_CENTS),
    text: `our target for a sample (labs: about ${formatCents(USUAL_LAB_CENTS)})`,
  },
  { figure: formatCents(FULL_FUNDING_CENTS), text: `${samples(LEVELS)}: fully funded` },
  { figure: `${NUMBERS.refundDays} days`, text: 'goal not met: refunded' },
];

/** That results exist and where to look them up, then what a test costs, above the list. */
export function HomeIntro({ testedCount }: { testedCount?: number | undefined }) {
  return (
    <section className="squared border-b border-line">
      <div className="page-column grid grid-cols-1 items-end gap-x-12 gap-y-6 py-8 sm:pt-12 sm:pb-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
          <p className="label mb-3 text-accent-ink">Independent tests for plastic chemicals</p>
          <h1 className="text-3xl sm:text-4xl">{site.tagline}</h1>
          <p className="mt-3 max-w-prose text-base text-ink-soft sm:mt-4 sm:text-lg">
            Look up {testedCount} lab-tested products. Not there? {site.name} pools small
            contributions to test everyday products for {TESTED_FOR}.
          </p>
          <Form
            action="/search"
            role="search"
            aria-label="Everything"
            className="mt-4 flex flex-wrap gap-2"
          >
            <Input
              className="flex-1"
              name="q"
              label="Product to look up"
              labelHidden
              placeholder="Name, brand, or barcode"
              maxLength={SEARCH_BOX_CHARACTERS}
            />
            <Button type="submit" variant="primary">
              Look up
            </Button>
          </Form>
        </div>
        <dl className="divide-y divide-line rounded-lg sm:max-lg:grid sm:max-lg:grid-cols-3 sm:max-lg:divide-x sm:max-lg:divide-y-0 border border-line-strong bg-paper-raised shadow-raised">
          {facts.map(({ figure, text }) => (
            <div
              key={figure}
              className="flex flex-wrap items-baseline gap-x-4 px-4 py-1.5 sm:py-2.5 sm:max-lg:block"
            >
              <dt className="w-22 shrink-0 whitespace-nowrap sm:w-25 font-display text-lg tabular sm:text-xl">
                {figure}
              </dt>
              <dd className="text-sm text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
