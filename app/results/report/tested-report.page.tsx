import { lazy, Suspense, useEffect, useRef } from 'react';
import { data, Link, redirect } from 'react-router';
import { otherTests } from '#app/catalogue/other-tests.server.ts';
import { track } from '#app/analytics/track.ts';
import { FollowSection } from '#app/subscriptions/follow-section.tsx';
import { FOLLOW_REPORT_LEAD } from '#app/subscriptions/messages.ts';
import { takeFollow } from '#app/subscriptions/take-follow.server.ts';
import { topicOfCode } from '#app/subscriptions/topics.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { now } from '#app/platform/clock.server.ts';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { BackLink } from '#app/results/back-link.tsx';
import { OthersOfKind } from '#app/results/kinds/others-of-kind.tsx';
import { findSameKind } from '#app/results/rank/same-kind.server.ts';
import { compareAddress } from '#app/results/compare/compare-query.ts';
import { metalReport } from '#app/results/metals/metal-results.server.ts';
import * as messages from '#app/results/messages.ts';
import { PlaceChart } from '#app/results/charts/place-chart.tsx';
import { findPlaces } from '#app/results/charts/place.server.ts';
import { CorrectionNotices } from './report-history.tsx';
import { recentCorrections } from './revision-steps.ts';
import { ForWhom, HowLevelsWork, ReportCard, useReportTiles } from './report-card.tsx';
import { reportData } from './report-data.server.ts';
import { metalPage } from './metal-page.server.ts';
import { ReportHead } from './report-head.tsx';
import { objectionsTo } from '#app/contact/objection-log.server.ts';
import { OpenObjections, ReportObjections } from '#app/contact/report-objections.tsx';
import { problemMeta, ReportProblem } from './report-problem.tsx';
import { ReportProof } from './report-proof.tsx';
import { reportBackground } from './corrections.server.ts';
import { originalIdOf, reportAddress } from '#app/results/risk-level-row.ts';
import { SaveButton } from '#app/results/saved/save-button.tsx';
import { SamplesTable } from './samples-table.tsx';
import { ShareResults, ShareWays } from '#app/results/share/share-results.tsx';
import { baby } from '#app/results/answers/eater.ts';
import { reportMeta, testedReportMeta } from './tested-meta.ts';
import { findFullReport } from '#app/results/read/tested-report.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { WhatToDo } from './what-to-do.tsx';
import type { Route } from './+types/tested-report.page.ts';

/** Of metals: reports of plastics load none of it. */
const MetalReportBody = lazy(() => import('./metal-report.tsx'));

export async function loader({ params, request }: Route.LoaderArgs) {
  const id = originalIdOf(params.originalId) ?? 0;
  const found = (await findFullReport(params.originalId)) ?? (await metalReport(id));
  if (!found) throw data(messages.TESTED_NOT_FOUND, { status: 404 });
  const { search, searchParams } = new URL(request.url);
  // 0093 is 93.
  if (params.originalId !== String(id)) throw redirect(reportAddress(id) + search, 301);
  if ('portion' in found) return metalPage(found, found.revisions[0]?.number ?? 1, searchParams);
  const { report, facts, item } = found;
  const [background, places, sameKind, objections, others] = await Promise.all([
    reportBackground(report, report.revisions.length),
    findPlaces(id),
    findSameKind(report),
    objectionsTo(id),
    otherTests({ id, item }),
  ]);
  return {
    report,
    facts,
    ...background,
    corrections: recentCorrections(background.history, now()),
    places,
    sameKind,
    objections,
    others,
    linkedData: reportData(report, facts, background.baseUrl),
  };
}

/** Follows what the report is about by email, or no longer. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const id = originalIdOf(params.originalId) ?? 0;
  return takeFollow(topicOfCode(id), typed, context.get(formAdapterContext));
}

export const clientAction = orNoAnswer;

export const shouldRevalidate = keepWithinPage;

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) {
    const { report, baseUrl, linkedData } = loaderData;
    return 'view' in loaderData
      ? reportMeta(report, baseUrl, linkedData, loaderData.report.sentence)
      : testedReportMeta(loaderData.report, baseUrl, linkedData);
  }
  return problemMeta(error);
}

export default function TestedReportPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <article className="page-column @container overflow-x-clip pt-2 pb-16 sm:pt-6">
      {'view' in loaderData ? (
        <Suspense>
          <MetalReportBody page={loaderData} sent={actionData} />
        </Suspense>
      ) : (
        <PlasticsReport page={loaderData} sent={actionData} />
      )}
    </article>
  );
}

function PlasticsReport({
  page,
  sent,
}: {
  page: Exclude<Route.ComponentProps['loaderData'], { view: unknown }>;
  sent: Route.ComponentProps['actionData'];
}) {
  const { report, corrections, places, sameKind, isFollowable, objections } = page;
  const { viewpoint, opening, tiles } = useReportTiles(report);
  useReportView(report);
  const { product_id: id } = report.risk;
  return (
    <>
      <BackLink />
      <CorrectionNotices originalId={id} corrections={corrections} />
      <OpenObjections objections={objections} />
      <ReportHead {...{ report, tiles, viewpoint }} />
      <ReportCard {...{ report, tiles, viewpoint }} />
      <WhatToDo {...{ report, sameKind, viewpoint }}>
        <div data-skip-in-text className="mt-4 flex flex-wrap items-start gap-3">
          <Link
            to={compareAddress([id], viewpoint, opening.weightKg === baby.weightKg)}
            className={buttonClass()}
          >
            {messages.COMPARE}
          </Link>
          <ShareResults report={report} viewpoint={viewpoint} />
        </div>
      </WhatToDo>
      <div data-skip-in-text className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-3">
        <SaveButton
          product={{ id, name: report.name, isTested: true, says: report.risk.sentence }}
        />
        <ShareWays {...{ report, viewpoint }} />
      </div>
      {page.others.map(({ says, name, path }) => (
        <p key={path} className="mt-4">
          {says}:{' '}
          <Link to={path} className="link">
            {name}
          </Link>
        </p>
      ))}
      <ForWhom {...{ viewpoint, opening }} />
      <h2 id="how-we-know" className="mt-12 text-2xl">
        How we know
      </h2>
      <PlaceChart places={places ?? []} />
      <SamplesTable report={report} />
      <ReportProof page={page} />
      <ReportObjections originalId={id} objections={objections} />
      <HowLevelsWork viewpoint={viewpoint} />
      <OthersOfKind sameKind={sameKind} />
      {isFollowable && (
        <FollowSection
          id="tested-again"
          title="Email me if this is tested again"
          lead={FOLLOW_REPORT_LEAD}
          followed={{ topic: topicOfCode(id), name: report.name }}
          kind={sameKind?.kind ?? null}
          sent={sent}
        />
      )}
    </>
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

export const ErrorBoundary = ReportProblem;
