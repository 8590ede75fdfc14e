import { otherTests } from '#app/catalogue/other-tests.server.ts';
import { objectionsTo } from '#app/contact/objection-log.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import type { MetalReport } from '#app/results/metals/metal-results.server.ts';
import { metalView } from '#app/results/metals/metal-view.ts';
import { recentCorrections } from './revision-steps.ts';
import { reportBackground } from './corrections.server.ts';
import { metalData } from './report-data.server.ts';

/** All that the page of a test for metals says, as of one revision, for whom its address asks for. */
export async function metalPage(report: MetalReport, shown: number, params: URLSearchParams) {
  const [background, objections, others] = await Promise.all([
    reportBackground(report, shown),
    objectionsTo(report.id),
    otherTests(report),
  ]);
  const isCurrent = shown === report.revisions[0]?.number;
  return {
    report,
    facts: report.facts,
    view: metalView(report, params),
    ...background,
    isCurrent,
    isFollowable: background.isFollowable && isCurrent,
    corrections: isCurrent ? recentCorrections(background.history, now()) : [],
    objections,
    others,
    opening: { ...eaterOf(report), authority: 'EFSA' as const },
    linkedData: metalData(report, background.baseUrl),
  };
}

export type MetalPage = Awaited<ReturnType<typeof metalPage>>;
