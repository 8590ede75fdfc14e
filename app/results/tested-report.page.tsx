import { useEffect, useRef } from 'react';
import { data, href, isRouteErrorResponse, Link, redirect, useSearchParams } from 'react-router';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { track } from '#app/platform/track.ts';
import { site } from '#app/site.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as messages from './messages.ts';
import { ReportCard } from './report-card.tsx';
import { ReportFacts } from './report-facts.tsx';
import { originalIdOf } from './risk-level-row.ts';
import { SamplesTable } from './samples-table.tsx';
import { ShareResults } from './share-results.tsx';
import { testedReportMeta } from './tested-meta.ts';
import { findReportWithCards } from './tested-report.server.ts';
import type { TestedReport } from './tested-report.ts';
import type { Route } from './+types/tested-report.page.ts';

export async function loader({ params, request }: Route.LoaderArgs) {
  const id = originalIdOf(params.originalId);
  const found = id === undefined ? undefined : await findReportWithCards(params.originalId);
  if (!found) throw data(messages.PRODUCT_NOT_FOUND, { status: 404 });
  if (params.originalId !== String(id)) {
    // 0093 is 93.
    const address = href('/plasticlist/:originalId', { originalId: String(id) });
    throw redirect(`${address}${new URL(request.url).search}`, 301);
  }
  return { ...found, baseUrl: siteUrl() };
}

/** The report holds the figures of both reference persons: choosing one asks for nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSameReport = currentUrl.pathname === nextUrl.pathname;
  return isSameReport && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return testedReportMeta(loaderData.report, loaderData.baseUrl);
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: `${isMissing ? messages.PRODUCT_NOT_FOUND : 'Test results'} · ${site.name}` }];
}

export default function TestedReportPage({ loaderData: { report, cards } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const weight = bodyWeights.find(({ key }) => key === params.get('weight')) ?? bodyWeights[0];
  useReportView(report);
  return (
    <article className="page-column @container pt-6 pb-16">
      <BackLink />
      <div className="mt-5 grid grid-cols-[6.5rem_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4 gap-y-5 @2xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] @2xl:gap-x-10 @4xl:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="@2xl:row-span-2">
          <DrawnTile shape="jar" label={messages.REPORT_NO_IMAGE} />
        </div>
        <header className="min-w-0 self-center @2xl:self-start">
          <p className="label text-ink-soft">Test report</p>
          <h1 className="mt-1.5 text-xl wrap-break-word @2xl:text-3xl">{report.name}</h1>
        </header>
        <ReportFacts report={report} className="col-span-2 @2xl:col-span-1" />
      </div>
      {cards.child.some((tile) => tile.isNotRated) && (
        <Notice tone="warn" className="mt-8">
          <strong className="font-medium">[UPDATE]:</strong> {messages.SUPPLIER_UPDATE}
        </Notice>
      )}
      <ReportCard
        tiles={cards[weight.key]}
        weight={weight}
        servingG={report.serving_size_g}
        className="mt-10"
      />
      <ShareResults report={report} weight={weight} className="mt-6" />
      <SamplesTable samples={report.samples} className="mt-12" />
      <Source />
    </article>
  );
}

function Source() {
  const { name, url } = site.resultsSource;
  return (
    <p className="mt-6 max-w-prose text-sm text-ink-soft">
      The samples were collected, tested and published by {name}.{' '}
      <a href={url} rel="noopener" className="link whitespace-nowrap">
        Raw data at {name}
        <span aria-hidden="true">{'\u00a0↗'}</span>
      </a>
    </p>
  );
}

/** One event for each report that is looked at. */
function useReportView({ risk: { product_id }, name }: TestedReport) {
  const viewed = useRef<number>(undefined);
  useEffect(() => {
    if (viewed.current === product_id) return;
    viewed.current = product_id;
    track('Product View', { product_id, product_name: name, list: 'plasticlist' });
  }, [product_id, name]);
}

function BackLink() {
  return (
    <Link
      to={href('/plasticlist')}
      className="link inline-flex min-h-8 items-center font-mono text-sm"
    >
      <span aria-hidden="true" className="mr-1.5">
        ←
      </span>
      {messages.BACK_TO_LIST}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="page-column pt-6 pb-24">
      <h1 className="mb-6 text-2xl">{isMissing ? 'No such report' : 'Something went wrong'}</h1>
      <Notice
        tone="error"
        action={
          <Link to={href('/plasticlist')} className={buttonClass({ size: 'small' })}>
            Tested products
          </Link>
        }
      >
        {isMissing ? messages.PRODUCT_NOT_FOUND : messages.REPORT_FAILED}
      </Notice>
    </div>
  );
}
