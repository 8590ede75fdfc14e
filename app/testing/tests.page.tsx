import { href, Link } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { dayText } from '#app/kit/day-text.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { lengthText } from './promise.ts';
import { publicTests, type PublicTest } from './public-tests.server.ts';
import { stepDays, testStage } from './public-test-words.ts';
import type { Route } from './+types/tests.page.ts';

export async function loader() {
  return { ...(await publicTests()), baseUrl: siteUrl() };
}

export const meta = metaOf(href('/tests'), {
  title: 'Every test',
  description: `Every test that visitors of ${site.name} have funded, from its goal to its results or its end, with what is overdue.`,
  table: '/tests.csv',
});

/** Every funded test and where it stands: none is left out, and none ends in silence. */
export default function TestsPage({ loaderData }: Route.ComponentProps) {
  const { tests, medianDays } = loaderData;
  const overdue = tests.filter(({ overdue_days: days }) => days > 0).length;
  return (
    <>
      <PageHead title="Every test">
        Each test that was funded here, from its goal to its results. A test is registered in public
        before its first sample is bought, and it ends in public: with results, or with the reason
        why there are none.
      </PageHead>
      <div className="page-column pt-8 pb-20">
        <p className="max-w-prose">
          {tests.length === 0
            ? 'No product has reached its goal yet.'
            : `${counted(tests.length, 'test')}, ${overdue} of them overdue.`}{' '}
          {medianDays !== null &&
            `The median time from funded to published is ${lengthText(Math.round(medianDays))}.`}
        </p>
        <p className="mt-2 text-sm">
          <a href="/tests.csv" className="link" download>
            Download as CSV
          </a>
        </p>
        {tests.length > 0 && (
          <section aria-labelledby="tests" className="mt-8">
            <RuleLabel id="tests">Tests</RuleLabel>
            <ul>
              {tests.map((test) => (
                <TestLine key={test.code} test={test} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

function TestLine({ test }: { test: PublicTest }) {
  const { code, name, overdue_days: overdue, ended_because: why, samples_given_up: lost } = test;
  const steps = stepDays(test).map(({ word, day }) => `${word} ${dayText(day)}`);
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <p className="min-w-0">
        <Link to={href('/product/:id', { id: String(code) })} className="link wrap-anywhere">
          {name}
        </Link>
        <span className="mt-1 flex flex-wrap gap-2">
          <Tag tone={test.published_on ? 'accent' : 'plain'}>{testStage(test)}</Tag>
          {overdue > 0 && <Tag tone="warn">{lengthText(overdue)} overdue</Tag>}
        </span>
      </p>
      <div className="min-w-0 text-sm text-ink-soft">
        <p>{capitalized(steps.join(', '))}.</p>
        {lost > 0 && (
          <p>
            {counted(lost, 'sample')} of {test.samples_bought} given up.
          </p>
        )}
        {why && <p className="wrap-anywhere">Ended because: {why}</p>}
      </div>
    </li>
  );
}
