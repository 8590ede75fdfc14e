import { href } from 'react-router';
import { operator, siteUrl } from '#app/config.ts';
import { counted } from '#app/kit/text.ts';
import { booksNow } from '#app/ledger/books-now.server.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import {
  countPublished,
  listCorrections,
  namedLaboratories,
} from '#app/results/report/corrections.server.ts';
import { site } from '#app/site.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { BookLines, CorrectionList, FileLinks } from './transparency-parts.tsx';
import { readOperator } from '#app/pages/legal/read-legal.server.ts';
import { Prose } from '#app/prose/prose.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/transparency.page.ts';

export async function loader() {
  const [books, published, laboratories, corrections] = await Promise.all([
    booksNow(),
    countPublished(),
    namedLaboratories(),
    listCorrections(),
  ]);
  const who = readOperator(operator());
  return { who, books, published, laboratories, corrections, baseUrl: siteUrl() };
}

export const meta = metaOf(href('/transparency'), {
  title: 'Open books',
  description: `Who runs and pays for ${site.name}, which laboratories tested what, every sample and figure as a file, where the money is, and every correction.`,
});

export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { who, books, published, laboratories, corrections } = loaderData;
  const { here, source } = published;
  return (
    <>
      <PageHead title="Open books">
        Who stands behind {site.name}, what was measured and by whom, the raw data, where the money
        is, and what we got wrong.
      </PageHead>
      <div className="page-column grid items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex max-w-prose flex-col gap-10">
          <section aria-labelledby="data">
            <RuleLabel id="data">Raw data</RuleLabel>
            <p className="mt-4">
              {counted(here.products, 'product')} tested here ({counted(here.samples, 'sample')}),
              and {counted(source.products, 'product')} ({counted(source.samples, 'sample')}) tested
              and published by{' '}
              <a href={site.resultsSource.url} rel="noopener" className="link">
                {site.resultsSource.name}
                <span aria-hidden="true">{'\u00a0↗'}</span>
              </a>
              .
            </p>
            <FileLinks />
          </section>
          <section aria-labelledby="laboratories">
            <RuleLabel id="laboratories">Laboratories</RuleLabel>
            <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
              {source.products > 0 && (
                <li>
                  {site.resultsSource.name}’s samples: ISO/IEC 17025 accredited; not named by its
                  source.
                </li>
              )}
              {laboratories.map((name) => (
                <li key={name} className="wrap-anywhere">
                  Tests funded here: {name}
                </li>
              ))}
              {laboratories.length === 0 && (
                <li>
                  {here.products > 0
                    ? 'Tests funded here: not named in the records of the tests.'
                    : 'No test that was funded here has been published yet.'}
                </li>
              )}
            </ul>
            <p className="mt-3 text-sm text-ink-soft">
              How figures follow from measurements is on the{' '}
              <TextLink to={href('/risk-methodology')}>methodology page</TextLink>.
            </p>
          </section>
          <CorrectionList {...corrections} />
        </div>
        <div className="flex flex-col gap-10">
          <BookLines books={books} />
          <section aria-labelledby="who">
            <RuleLabel id="who">Who runs and pays for it</RuleLabel>
            <div className="mt-4 flex flex-col gap-3 text-ink-soft">
              {who.length === 0 && <p>{site.name} is run by the operator of this installation.</p>}
              <Prose blocks={who} />
              <p>
                Tests are paid for by the contributions to each product, and the site by donations.
                Nobody is paid for a result. What makers of products may and may not pay for is in
                the <TextLink to={`${href('/faq')}#contributing`}>FAQ</TextLink>.
              </p>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
