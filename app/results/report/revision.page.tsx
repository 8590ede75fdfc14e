import { lazy, Suspense } from 'react';
import { data, Link, redirect } from 'react-router';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { asSentence } from '#app/kit/text.ts';
import { findRevision } from './find-revision.server.ts';
import { reportBackground } from './corrections.server.ts';
import { ForWhom, HowLevelsWork, ReportCard, useReportTiles } from './report-card.tsx';
import { metalPage } from './metal-page.server.ts';
import { ReportHead } from './report-head.tsx';
import { problemMeta, ReportProblem } from './report-problem.tsx';
import { ReportProof } from './report-proof.tsx';
import { SamplesTable } from './samples-table.tsx';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { revisionMeta } from './tested-meta.ts';
import type { Route } from './+types/revision.page.ts';

/** Of metals: reports of plastics load none of it. */
const MetalReportBody = lazy(() => import('./metal-report.tsx'));

export async function loader({ params, request }: Route.LoaderArgs) {
  const found = await findRevision(params.originalId, params.number);
  if (found.missing !== undefined) throw data(found.missing, { status: 404 });
  const { revision } = found;
  const id = found.report.risk.product_id;
  const { search, searchParams } = new URL(request.url);
  const correction = found.report.revisions.find((one) => one.number === revision.number + 1);
  if (!correction) {
    // Only for now: the next correction makes an earlier one of it.
    throw redirect(reportAddress(id) + search, 302);
  }
  if (params.originalId !== String(id) || params.number !== String(revision.number)) {
    // 0093 is 93.
    throw redirect(reportAddress(id, revision.number) + search, 301);
  }
  if (!('facts' in found)) {
    const page = await metalPage(found.report, revision.number, searchParams);
    return { ...page, revision, correction };
  }
  const { report, facts } = found;
  const background = await reportBackground(report, revision.number);
  return { report, facts, revision, ...background, correction };
}

export const shouldRevalidate = keepWithinPage;

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return revisionMeta(loaderData.report, loaderData.revision, loaderData.baseUrl);
  return problemMeta(error);
}

export default function RevisionPage({ loaderData }: Route.ComponentProps) {
  const { report, revision, correction } = loaderData;
  return (
    <article className="page-column @container overflow-x-clip pt-6 pb-16">
      <Notice
        tone="warn"
        action={
          <Link
            to={reportAddress(report.risk.product_id)}
            className={buttonClass({ size: 'small' })}
          >
            Current report
          </Link>
        }
      >
        {`These are results as published on ${dayText(revision.published_at)}. They were corrected on ${dayText(correction.published_at)}: ${asSentence(correction.reason ?? '')}`}
      </Notice>
      {'view' in loaderData ? (
        <Suspense>
          <MetalReportBody page={loaderData} sent={undefined} />
        </Suspense>
      ) : (
        <PlasticsRevision page={loaderData} />
      )}
    </article>
  );
}

function PlasticsRevision({
  page,
}: {
  page: Exclude<Route.ComponentProps['loaderData'], { view: unknown }>;
}) {
  const { report, shown } = page;
  const { viewpoint, opening, tiles } = useReportTiles(report);
  return (
    <>
      <ReportHead {...{ report, tiles, viewpoint }} label={`Test report, revision ${shown}`} />
      <ReportCard {...{ report, tiles, viewpoint }} />
      <ForWhom {...{ viewpoint, opening }} />
      <SamplesTable report={report} />
      <ReportProof page={page} />
      <HowLevelsWork viewpoint={viewpoint} />
    </>
  );
}

export const ErrorBoundary = ReportProblem;
