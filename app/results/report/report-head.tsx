import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { capitalized } from '#app/kit/text.ts';
import { AddPhoto } from '#app/pictures/add-photo.tsx';
import { Photo } from '#app/pictures/photo.tsx';
import * as messages from '#app/results/messages.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import {
  assumedMark,
  eaterOf,
  isSameEater,
  personInPounds,
  servingsFirst,
  specChild,
} from '#app/results/answers/eater.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/answers/viewpoint.ts';
import { isReassuring, verdictText } from '#app/results/answers/verdict.ts';

interface AnswerProps {
  report: TestedReport;
  tiles: readonly ReportTile[];
  viewpoint: Viewpoint;
  children?: ReactNode;
}

/** What a report begins with: the product, its answer in one sentence, for whom and how much. */
export function ReportHead({
  report,
  tiles,
  viewpoint,
  label,
}: AnswerProps & {
  /** Above the name: what kind of paper this is. */
  label?: ReactNode;
}) {
  return (
    <div className="mt-1 grid gap-x-4 @2xs:grid-cols-[minmax(0,1fr)_5.5rem] @2xl:mt-4 @2xl:grid-rows-[auto_1fr] @2xl:grid-cols-[minmax(0,1fr)_10rem] @2xl:gap-x-10">
      <header className="min-w-0">
        {label && <p className="label text-ink-soft">{label}</p>}
        <h1 className="mt-0.5 text-lg leading-tight wrap-break-word @xl:text-xl @2xl:text-3xl">
          {report.name}
        </h1>
      </header>
      <div className="@max-2xl:[&_span]:px-0 @max-2xl:[&_span]:leading-tight @max-2xl:[&_span]:tracking-normal @2xl:row-span-2">
        <Photo
          url={report.product_url}
          shape={reportShape(report.risk)}
          missingText={messages.REPORT_NO_IMAGE}
          widthPx={160}
          sizes="(min-width: 45rem) 160px, 88px"
          eager
        />
        {!label && <AddPhoto id={report.risk.product_id} url={report.product_url} />}
      </div>
      <div className="mt-1.5 @2xs:col-span-2 @2xl:col-span-1 @2xl:mt-4">
        <ReportVerdict {...{ report, tiles, viewpoint }}>
          <a href="#viewpoint" className="link">
            Change
          </a>
        </ReportVerdict>
        <SpecChild {...{ report, viewpoint }} />
      </div>
    </div>
  );
}

/** The answer in one sentence, for whom and how much; `children` follow that. */
export function ReportVerdict({ report, tiles, viewpoint, children }: AnswerProps) {
  const { risk, serving_size_g } = report;
  return (
    <>
      <p
        className={`rounded-md px-4 py-3 leading-snug font-medium @2xl:text-xl ${isReassuring(tiles, risk.not_food) ? 'bg-accent-wash text-accent-ink' : 'bg-paper-raised'}`}
      >
        {verdictText(tiles, risk.not_food)}
      </p>
      <p className="mt-1.5 text-sm text-ink-soft">
        <span>{risk.not_food && `${capitalized(messages.NOT_FOOD_MARK)}. `}</span>
        {servingText(viewpoint, serving_size_g)}, {personInPounds(viewpoint.weightKg)}. {children}
      </p>
    </>
  );
}

function servingText(viewpoint: Viewpoint, servingG: number): string {
  const { servings } = viewpoint;
  if (servingG <= 0) return 'Serving size unknown';
  if (servings === 1) return `One ${servingG} g serving a day`;
  return `${servingsFirst(servings, servingG)}${assumedMark(viewpoint)}`;
}

/** Beside whoever else a report opens with: the child that the lists are sorted by. */
function SpecChild({ report, viewpoint }: Omit<AnswerProps, 'tiles'>) {
  const opening = eaterOf(report);
  if (opening === specChild || isSameEater(viewpoint, specChild)) return null;
  const child = { ...viewpoint, ...specChild };
  return (
    <p className="mt-0.5 text-sm text-ink-soft">
      Lists are sorted by one serving for a{' '}
      <Link to={viewpointAddress(child, opening)} replace preventScrollReset className="link">
        {personInPounds(child.weightKg)}
      </Link>
      .
    </p>
  );
}
