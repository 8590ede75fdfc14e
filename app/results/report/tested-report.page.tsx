import { useEffect, useRef } from 'react';
import { data, href, isRouteErrorResponse, Link, redirect } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { track } from '#app/platform/analytics/track.ts';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { site } from '#app/site.ts';
import { notRatedFamilies } from '#app/toxicology/product-figures.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { BackLink } from '#app/results/back-link.tsx';
import { CleanerList } from '#app/results/compare/cleaner-list.tsx';
import { findCleaner } from '#app/results/compare/cleaner.server.ts';
import { compareAddress } from '#app/results/compare/compare-query.ts';
import { LotChart } from '#app/results/charts/lot-chart.tsx';
import * as messages from '#app/results/messages.ts';
import { PlaceChart } from '#app/results/charts/place-chart.tsx';
import { findPlaces } from '#app/results/charts/place.server.ts';
import { ReportCard } from './report-card.tsx';
import { reportData } from './report-data.server.ts';
import { ReportHead } from './report-head.tsx';
import { ReportHistory } from './report-history.tsx';
import { ReportProblem } from './report-problem.tsx';
import { ReportSource } from './report-source.tsx';
import { reportBackground } from './report-background.server.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { SamplesTable } from './samples-table.tsx';
import { ShareResults } from '#app/results/share/share-results.tsx';
import { testedReportMeta } from './tested-meta.ts';
import { findReportWithCard } from '#app/results/tested-report.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { useReportTiles } from './use-report-tiles.ts';
import type { Route } from './+types/tested-report.page.ts';

export async function loader({ params, request }: Route.LoaderArgs) {
  const id = originalIdOf(params.originalId);
  const found = id === undefined ? undefined : await findReportWithCard(params.originalId);
  if (!found) throw data(messages.PRODUCT_NOT_FOUND, { status: 404 });
  if (params.originalId !== String(id)) {
    // 0093 is 93.
    const address = href('/plasticlist/:originalId', { originalId: String(id) });
    throw redirect(`${address}${new URL(request.url).search}`, 301);
  }
  const { report, card, facts } = found;
  const [background, places, cleaner] = await Promise.all([
    reportBackground(report),
    findPlaces(params.originalId),
    findCleaner({ originalId: report.risk.product_id, tags: report.tags }, card('child')),
  ]);
  const baseUrl = siteUrl();
  const linkedData = reportData(report, facts, baseUrl);
  return { report, facts, ...background, places, cleaner, linkedData, baseUrl };
}

export const shouldRevalidate = keepWithinPage;

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) {
    const { report, baseUrl, linkedData } = loaderData;
    return testedReportMeta(report, baseUrl, linkedData);
  }
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: `${isMissing ? messages.PRODUCT_NOT_FOUND : 'Test results'} · ${site.name}` }];
}

export default function TestedReportPage({ loaderData }: Route.ComponentProps) {
  const { report, facts, history, contributors, places, cleaner } = loaderData;
  const { viewpoint, tiles } = useReportTiles(report);
  useReportView(report);
  return (
    <article className="page-column @container pt-6 pb-16">
      <BackLink />
      <ReportHead report={report} tiles={tiles} facts={facts} label="Test report" />
      <ReportCard
        tiles={tiles}
        viewpoint={viewpoint}
        servingG={report.serving_size_g}
        className="mt-10"
      />
      <div className="mt-6 flex flex-wrap items-start gap-3">
        <ShareResults report={report} viewpoint={viewpoint} />
        <Link to={compareAddress([report.risk.product_id])} className={buttonClass()}>
          {messages.COMPARE}
        </Link>
      </div>
      <LotChart
        samples={report.samples}
        servingG={report.serving_size_g}
        viewpoint={viewpoint}
        notRated={notRatedFamilies(report.risk.product_id)}
        className="mt-12"
      />
      <PlaceChart places={places ?? []} className="mt-12" />
      <CleanerList originalId={report.risk.product_id} found={cleaner} className="mt-12" />
      <SamplesTable samples={report.samples} className="mt-12" />
      <ReportSource report={report} contributors={contributors} />
      <ReportHistory
        originalId={report.risk.product_id}
        history={history}
        shown={history[0]?.number ?? 1}
      />
    </article>
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ReportProblem error={error} />;
}
