import { href } from 'react-router';
import { counted } from '#app/kit/text.ts';
import type { LinkedData } from '#app/feeds/linked-data.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { dayText } from '#app/kit/day-text.ts';
import { DEFAULT_SHARE_RATIO, shareImageAddress } from '#app/results/share/share-address.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from '#app/results/share/share-size.ts';
import { answerText, rowAnswer } from '#app/results/answers/answer.ts';
import type { ReportBase, Revision, TestedReport } from '#app/results/tested-schema.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { families } from '#app/toxicology/families.ts';
import { TESTED_FOR } from '#app/kit/facts.ts';
import { eaterOf, personText, servingsText } from '#app/results/answers/eater.ts';

/** Title and social tags of the tested list; `baseUrl` has no trailing slash. */
export function testedListMeta(baseUrl: string) {
  return pageMeta({
    title: `Tested products · ${site.name}`,
    description: `Laboratory results of everyday products, from ${site.resultsSource.name} and from tests funded here: ${TESTED_FOR} in one serving, as risk levels against the daily limit.`,
    address: `${baseUrl}${href('/plasticlist')}`,
    table: '/plasticlist.csv',
  });
}

/** Title and social tags of a report, and its figures as linked data. */
export function testedReportMeta(report: TestedReport, baseUrl: string, linkedData?: LinkedData) {
  const answers = families
    .map(({ key, name }) => `${name}: ${answerText(rowAnswer(report.risk, key))}.`)
    .join(' ');
  const eater = eaterOf(report);
  const whom = `${servingsText(eater.servings, 0)} for ${personText(eater.weightKg)}${report.risk.not_food ? '; this is not food' : ''}`;
  const description = `${answers} From ${counted(report.samples.length, 'sample')}; ${whom}.`;
  return reportMeta(report, baseUrl, linkedData, answers, description);
}

/** The same of a report for any panel, by what it says. */
export function reportMeta(
  report: ReportBase,
  baseUrl: string,
  linkedData: LinkedData | undefined,
  answers: string,
  description = answers,
) {
  const originalId = report.risk.product_id;
  const path = reportAddress(originalId);
  return pageMeta({
    title: `${report.name}: test results · ${site.name}`,
    description,
    address: baseUrl + path,
    table: `${path}.csv`,
    type: 'article',
    picture: {
      address: `${baseUrl}${shareImageAddress({ originalId, revision: report.revisions[0]?.number })}`,
      widthPx: SHARE_WIDTH_PX * DEFAULT_SHARE_RATIO,
      heightPx: SHARE_HEIGHT_PX * DEFAULT_SHARE_RATIO,
      type: 'image/png',
      text: `Report card of ${report.name}. ${answers}`,
    },
    linkedData,
  });
}

/** Title and tags of an earlier revision: search engines are sent to the current report. */
export function revisionMeta(report: ReportBase, revision: Revision, baseUrl: string) {
  const day = dayText(revision.published_at);
  return pageMeta({
    title: `${report.name}: results as published on ${day} · ${site.name}`,
    description: `Revision ${revision.number} of these results, published on ${day} and corrected since.`,
    address: baseUrl + reportAddress(report.risk.product_id),
    type: 'article',
    isUnlisted: true,
  });
}
