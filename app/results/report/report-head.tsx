import type { ReactNode } from 'react';
import { Photo } from '#app/catalogue/images/photo.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as messages from '#app/results/messages.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { ReportFacts } from './report-facts.tsx';
import { reportShape } from '#app/results/report-shape.ts';
import type { FullReport } from '#app/results/tested-report.ts';

/** What a report begins with: the product's tile, its name, the facts and a supplier's word. */
export function ReportHead({
  report,
  tiles,
  facts,
  label,
}: Pick<FullReport, 'report' | 'facts'> & {
  tiles: readonly ReportTile[];
  /** Above the name: what kind of paper this is. */
  label: ReactNode;
}) {
  return (
    <>
      <div className="mt-5 grid grid-cols-[6.5rem_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4 gap-y-5 @2xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] @2xl:gap-x-10 @4xl:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="@2xl:row-span-2">
          <Photo
            url={report.product_url}
            shape={reportShape(report.risk.category)}
            missingText={messages.REPORT_NO_IMAGE}
            widthPx={320}
            sizes="(min-width: 60rem) 320px, (min-width: 45rem) 256px, 104px"
            eager
          />
        </div>
        <header className="min-w-0 self-center @2xl:self-start">
          <p className="label text-ink-soft">{label}</p>
          <h1 className="mt-1.5 text-xl wrap-break-word @2xl:text-3xl">{report.name}</h1>
        </header>
        <ReportFacts report={report} facts={facts} className="col-span-2 @2xl:col-span-1" />
      </div>
      {report.risk.not_food && <Notice className="mt-8">{messages.NOT_FOOD}</Notice>}
      {tiles.some((tile) => tile.isNotRated) && (
        <Notice tone="warn" className="mt-8">
          <strong className="font-medium">[UPDATE]:</strong> {messages.SUPPLIER_UPDATE}
        </Notice>
      )}
    </>
  );
}
