import { renderToStaticMarkup } from 'react-dom/server';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { MiniStrips, stripsOf } from '#app/results/mini-strips.tsx';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { metalHit, MetalStands } from '#app/results/metals/metal-stands.tsx';
import { marksOf } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { ReportVerdict } from './report-head.tsx';

/**
 * What a report begins with, for other pages: its answer, for whom, and its strips, and the way to it. Markup, drawn once
 * for a version of what is published; empty where the product has no report.
 */
export async function drawAnswer(originalId: number): Promise<string> {
  return cached(`answer ${originalId} ${await contentVersion()}`, 3_600, async () => {
    const [metals] = await metalResults([originalId]);
    const link = (
      <a
        key="link"
        href={reportAddress(originalId)}
        className="link inline-block py-1.5 font-mono text-sm"
      >
        Read the test report <span aria-hidden="true">→</span>
      </a>
    );
    if (metals)
      return renderToStaticMarkup([<MetalStands key="says" {...metalHit(metals)} />, link]);
    const report = await findTestedReport(String(originalId));
    const marks = (await marksOf([originalId]))[originalId];
    if (!report || !marks) return '';
    const viewpoint = { ...defaultViewpoint, ...eaterOf(report) };
    const tiles = tilesOf(report, viewpoint);
    return renderToStaticMarkup(
      <>
        <ReportVerdict {...{ report, tiles, viewpoint }} />
        <MiniStrips row={report.risk} marks={marks} className="mt-3" />
        <StripGuide hasTicks={false} strips={stripsOf(marks)} />
        {link}
      </>,
      { identifierPrefix: 'answer' },
    );
  });
}
