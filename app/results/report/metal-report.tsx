import { href, Link } from 'react-router';
import { OpenObjections, ReportObjections } from '#app/contact/report-objections.tsx';
import { Photo } from '#app/pictures/photo.tsx';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { BackLink } from '#app/results/back-link.tsx';
import * as messages from '#app/results/messages.ts';
import { Table } from '#app/results/methodology/methodology-table.tsx';
import { SaveButton } from '#app/results/saved/save-button.tsx';
import { ShareResults } from '#app/results/share/share-results.tsx';
import { Strip } from '#app/results/strip/strip.tsx';
import { FollowSection } from '#app/subscriptions/follow-section.tsx';
import { topicOfCode } from '#app/subscriptions/topics.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { CorrectionNotices } from './report-history.tsx';
import type { MetalPage } from './metal-page.server.ts';
import { ReportProof } from './report-proof.tsx';

const STRIPS =
  'Each mark is a sample: where it stands is what was measured, and a hatched bar is how much the test could have missed. Full dots are within every limit drawn; diamonds are above one, full ones above all.';
const FOLLOW_LEAD =
  'We email you when more samples of it are published, and when a correction changes what is said of it.';

/** The report of a test for metals: what is certain, how many a day, each sample, and the proof. */
export default function MetalReportBody({
  page,
  sent,
}: {
  page: MetalPage;
  sent: Parameters<typeof FollowSection>[0]['sent'];
}) {
  const { report, view, isFollowable } = page;
  const { id, name, sentence } = report;
  const above = report.aboveFood.map((text) => ({ metal: null, text, isGreen: false }));
  const said = view.said.length > 0 ? [...view.said, ...above] : [];
  const counts = view.said.flatMap((one) => one.counts);
  const lots = [...new Set(report.samples.flatMap(({ lot_number }) => lot_number ?? []))];
  const strips = view.said.flatMap(({ strip }) => strip ?? []);
  return (
    <>
      <BackLink />
      <CorrectionNotices originalId={id} corrections={page.corrections} />
      <OpenObjections objections={page.objections} />
      <header className="mt-1 flex items-start justify-between gap-4 @2xl:mt-4">
        <h1 className="min-w-0 text-lg leading-tight wrap-break-word @xl:text-xl @2xl:text-3xl">
          {name}
        </h1>
        <div className="w-22 shrink-0 @2xl:w-40">
          <Photo
            url={report.product_url}
            shape={reportShape({ name: report.itemName, category: null })}
            missingText={messages.REPORT_NO_IMAGE}
            widthPx={160}
            sizes="(min-width: 45rem) 160px, 88px"
            eager
          />
        </div>
      </header>
      <div className="mt-3 grid max-w-prose gap-2">
        {said.map(({ metal, text, isGreen }) => (
          <p
            key={metal ?? text}
            className={`rounded-md px-4 py-3 leading-snug ${isGreen ? 'bg-accent-wash text-accent-ink' : 'bg-paper-raised'}`}
          >
            {text}
          </p>
        ))}
        {said.length === 0 && <p>{sentence}</p>}
      </div>
      {view.said.length > 0 && <Eater view={view} />}
      {counts.length > 0 && (
        <RuledSection
          id="how-many"
          title="How many stay within a limit"
          gap="mb-3"
          className="mt-8"
        >
          <Lines of={counts} />
        </RuledSection>
      )}
      {strips.length > 0 && (
        <RuledSection
          // Says in a picture what text says elsewhere.
          data-skip-in-text
          id="strips"
          title="What each sample holds"
          gap="mb-3"
          className="mt-8"
        >
          <div className="grid gap-6 @2xl:grid-cols-2">
            {strips.map((strip) => (
              <figure key={strip.family}>
                <figcaption className="text-sm">{strip.title}</figcaption>
                <Strip strip={strip} label={strip.label} size="large" className="mt-1" />
              </figure>
            ))}
          </div>
          <p className="mt-3 max-w-prose text-sm text-ink-soft">{STRIPS}</p>
        </RuledSection>
      )}
      <p className="mt-4">
        {lots.length > 0 ? `Tested: lot ${lots.join(', lot ')}.` : 'The lot is not stated.'}
      </p>
      {page.isCurrent && view.said.length > 0 && (
        <RuledSection id="what-to-do" title="What to do" gap="mb-3" className="mt-8">
          <p className="max-w-prose leading-snug">{view.advice}</p>
        </RuledSection>
      )}
      {page.isCurrent && (
        <div data-skip-in-text className="mt-4 flex flex-wrap items-start gap-3">
          {isFollowable && (
            <a href="#tested-again" className={buttonClass()}>
              Email me if this is tested again
            </a>
          )}
          <ShareResults report={report} viewpoint={page.opening} />
          <SaveButton product={{ id, name, isTested: true, says: sentence }} />
        </div>
      )}
      {page.others.map((other) => (
        <p key={other.path} className="mt-4">
          {other.says}:{' '}
          <Link to={other.path} className="link">
            {other.name}
          </Link>
        </p>
      ))}
      <RuledSection id="samples" title="Samples" note="ng/g (ppb)" gap="mb-3" className="mt-8">
        <MetalSamples {...{ report, view }} />
        {report.foodTexts.length > 0 && <Lines of={report.foodTexts} />}
      </RuledSection>
      <ReportProof page={page} table="/metals.csv" />
      <ReportObjections originalId={id} objections={page.objections} />
      <p className="mt-12">
        <Link to={`${href('/risk-methodology')}?panel=metals`} className="link">
          The limits, and how this is worked out
        </Link>
      </p>
      {isFollowable && (
        <FollowSection
          id="tested-again"
          title="Email me if this is tested again"
          lead={FOLLOW_LEAD}
          followed={{ topic: topicOfCode(id), name }}
          sent={sent}
        />
      )}
    </>
  );
}

function Lines({ of }: { of: readonly string[] }) {
  return (
    <ul className="mt-3 max-w-prose">
      {of.map((line) => (
        <li key={line} className="border-b border-line py-1.5 leading-snug">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** For whom, and who else; the server answers, so that the limits stay there. */
function Eater({ view }: Pick<MetalPage, 'view'>) {
  return (
    <>
      {view.refused.length > 0 && <Notice tone="warn">{view.refused.join(' ')}</Notice>}
      <p className="mt-2 text-sm text-ink-soft">{view.whom}</p>
      <div data-skip-in-text className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-2">
        <form method="get" className="flex flex-wrap items-end gap-2">
          <Select label="Who eats it" name="weight" defaultValue={view.chosen}>
            {view.eaters.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
          <Servings view={view} />
        </form>
        <details>
          <summary className="inline-flex min-h-11 link items-center text-sm">
            Use your own weight
          </summary>
          <form method="get" className="flex flex-wrap items-end gap-2">
            <Input label="Body weight" name="weight" inputMode="decimal" className="w-28" />
            <Select label="Unit" name="unit" className="w-20">
              <option value="lb">lb</option>
              <option value="kg">kg</option>
            </Select>
            <Servings view={view} />
          </form>
        </details>
      </div>
    </>
  );
}

function Servings({ view: { servings } }: Pick<MetalPage, 'view'>) {
  return (
    <>
      {servings !== null && (
        <Input
          label="Servings"
          name="servings"
          inputMode="numeric"
          defaultValue={servings}
          className="w-20"
        />
      )}
      <Button type="submit">Show</Button>
    </>
  );
}

/** What the laboratory reported, beside the least that it was registered to tell the amount of. */
function MetalSamples({ report, view }: Pick<MetalPage, 'report' | 'view'>) {
  const { samples, samples_not_used: unused = [] } = report;
  type Row = (typeof view.rows)[number];
  const headings = [...[...samples, ...unused].map(({ id }) => `#ID ${id}`), '#Limit registered'];
  return (
    <>
      <Table
        caption="As the laboratory reported them"
        rows={view.rows}
        figures="text-ink"
        columns={{
          Metal: ({ name }: Row) => name,
          ...Object.fromEntries(headings.map((of, at) => [of, ({ cells }: Row) => cells[at]])),
        }}
      />
      {unused.map(({ id, reason }) => (
        <p key={id} className="mt-3 max-w-prose">
          Sample ID {id} counts nowhere above. {messages.notUsedText(reason ?? '')}
        </p>
      ))}
    </>
  );
}
