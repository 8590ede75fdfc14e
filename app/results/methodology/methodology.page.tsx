import { href, Link, useSearchParams } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { useAnchor } from '#app/ui/use-anchor.ts';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { OnThisPage } from '#app/ui/on-this-page.tsx';
import { loadMethodology } from './load-methodology.server.ts';
import { Sections } from './methodology-parts.tsx';
import {
  isOfMetals,
  METALS_SEARCH,
  MethodologyToggle,
  methodologySearch,
  methodologyViewOf,
} from './methodology-toggle.tsx';
import { readMethodology } from './read-methodology.server.ts';
import type { Route } from './+types/methodology.page.ts';

export async function loader() {
  return { views: readMethodology(await loadMethodology()), baseUrl: siteUrl() };
}

/** Both views are loaded: choosing one asks for nothing. */
export const shouldRevalidate = keepWithinPage;

export function meta({ loaderData, location }: Route.MetaArgs) {
  const address = `${loaderData?.baseUrl ?? ''}${href('/risk-methodology')}`;
  if (isOfMetals(new URLSearchParams(location.search)))
    return pageMeta({
      title: `${METALS_TITLE} · ${site.name}`,
      description: METALS_LEAD,
      address: address + METALS_SEARCH,
    });
  return pageMeta({
    title: `How risk levels are calculated · ${site.name}`,
    description:
      'From what a laboratory measured to Low, Medium or High: the limits of EFSA and EPA with their sources, what “not detected” hides, every formula, and an example with published results.',
    address,
    table: '/risk-methodology.csv',
  });
}

const METALS_TITLE = 'How products are tested for metals';
const METALS_LEAD =
  'What a test for lead, cadmium, arsenic, and mercury measures, what it costs, what it can see, and which limits authorities have set.';

export default function MethodologyPage({ loaderData: { views } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const view = methodologyViewOf(params);
  useAnchor();
  const ofMetals = isOfMetals(params);
  const sections = ofMetals ? views.metals : views[view];
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">Methodology</p>
          <h1 className="text-3xl sm:text-4xl">
            {ofMetals ? METALS_TITLE : 'How risk levels are calculated'}
          </h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            {ofMetals ? (
              METALS_LEAD
            ) : (
              <>
                From nanograms in a laboratory’s table to a level on a{' '}
                <Link to={href('/plasticlist')} className="link">
                  tested product
                </Link>
                . Limits, factors, and the example on this page come from the same records and
                functions as the figures themselves.
              </>
            )}
          </p>
          {!ofMetals && (
            <div className="mt-6">
              <MethodologyToggle chosen={view} />
            </div>
          )}
          <p className="mt-4">
            <Link to={ofMetals ? '?' : METALS_SEARCH} className="link">
              {ofMetals ? 'How risk levels are calculated' : METALS_TITLE}
            </Link>
          </p>
        </div>
      </section>
      <div className="page-column grid items-start gap-x-12 gap-y-8 pt-8 pb-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <OnThisPage
          sections={sections}
          search={ofMetals ? METALS_SEARCH : methodologySearch(view)}
        />
        <div className="flex min-w-0 max-w-3xl flex-col gap-10">
          <Sections sections={sections} />
        </div>
      </div>
    </>
  );
}
