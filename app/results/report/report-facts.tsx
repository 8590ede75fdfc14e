import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { Seal } from '#app/log/log-page.server.ts';
import { LogEntry } from '#app/log/sealed.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { SegmentedBar } from '#app/ui/segmented-bar.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import * as messages from '#app/results/messages.ts';
import type { TestFacts, SampleOrigin } from '#app/results/answers/test-facts.ts';
import type { ReportBase } from '#app/results/tested-schema.ts';
import { counted } from '#app/kit/text.ts';
import { dayText } from '#app/kit/day-text.ts';
import { DEFAULT_SAMPLE_NAME } from '#app/results/messages.ts';

/** What is known of a tested product and of its tests, as a specimen's label. */
export function ReportFacts({
  report,
  facts,
  seal = null,
}: {
  report: ReportBase;
  facts: TestFacts;
  seal?: Seal | null;
}) {
  const isFunded = report.funded_product_id !== null;
  const lots = [...new Set(report.samples.flatMap(({ lot_number }) => lot_number ?? []))];
  const lotless = report.samples.filter(({ lot_number }) => lot_number === null).length;
  return (
    <RuledSection id="about-test" title="About this test" gap="mb-4" className="mt-12">
      <dl className="grid gap-x-8 border-t border-line-strong text-sm tabular @3xl:grid-cols-2">
        <Fact name="Product ID">{report.original_id}</Fact>
        <Fact name="Status">
          <Tag tone="accent">{messages.STATUS}</Tag>
        </Fact>
        <Fact name="Serving size">
          {report.serving_size_g > 0 ? `${report.serving_size_g} g` : UNKNOWN}
        </Fact>
        <Fact name="Samples tested">
          {report.samples.length + (report.samples_not_used?.length ?? 0)}
          {report.samples_not_used && `, of them ${report.samples_not_used.length} not used`}
        </Fact>
        <Fact name="Collected">{facts.collected}</Fact>
        <Fact name={isFunded ? 'Collected at' : 'Region'}>{facts.place}</Fact>
        <Fact name="Method">{facts.method}</Fact>
        <Fact name="Laboratory">{facts.laboratory}</Fact>
        <Fact name={lots.length > 1 ? 'Lot numbers' : 'Lot number'} wide>
          {`${lots.join(', ') || (isFunded ? messages.NOT_STATED : messages.NOT_AVAILABLE)}${lots.length > 0 && lotless > 0 ? `; not stated for ${lotless}` : ''}`}
        </Fact>
      </dl>
      {facts.areLotsPast && <p className="mt-5 font-medium">The lots tested are no longer sold.</p>}
      {seal?.registered && <Registered of={seal.registered} {...{ report, facts }} />}
      <SampleOrigins origins={facts.origins} />
      <QualityControl facts={facts} entry={seal?.certificate ?? null} />
      <div className="mt-5">
        <SegmentedBar label={messages.TESTING_COMPLETE} segments={3} total={3} filled={3} />
        <p className="mt-2 text-sm font-medium text-accent-ink">{messages.TESTING_COMPLETE}</p>
      </div>
      {report.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-1.5">
          {report.tags.map((tag) => (
            <li key={tag} className="flex">
              <Tag>{tag.replaceAll('_', ' ')}</Tag>
            </li>
          ))}
        </ul>
      )}
      {report.collection_notes && (
        <div className="mt-5 max-w-prose">
          <h3 className="label text-ink-faint">Collection notes</h3>
          <p className="mt-1 text-sm whitespace-pre-line text-ink-soft">
            {report.collection_notes}
          </p>
        </div>
      )}
    </RuledSection>
  );
}

/** What was said beforehand of a test, and where these results are not so. */
function Registered({
  of: { entry, since, isChanged, laboratory, samples },
  report: { samples: tested, funded_product_id: code },
  facts,
}: {
  of: NonNullable<Seal['registered']>;
  report: ReportBase;
  facts: TestFacts;
}) {
  const isOther = !facts.laboratory.toLowerCase().includes(laboratory.toLowerCase());
  const others = [
    ...(tested.length === samples ? [] : [counted(tested.length, 'sample')]),
    ...(isOther ? [`laboratory ${facts.laboratory}`] : []),
  ];
  return (
    <p className="mt-5 max-w-prose text-sm wrap-anywhere">
      <Link to={href('/product/:id', { id: String(code) })} className="link">
        Registered
      </Link>{' '}
      on {dayText(since)}
      {isChanged && ', and changed later'},{' '}
      <LogEntry entry={entry}>entry {entry} of the log</LogEntry>: {counted(samples, 'sample')},
      laboratory {laboratory}.
      {others.length > 0 && <strong> These results differ: {others.join(', ')}.</strong>}
    </p>
  );
}

/** What the laboratory measured to check itself, and its certificate. */
function QualityControl({
  facts: { controls, certificate },
  entry,
}: {
  facts: TestFacts;
  entry: number | null;
}) {
  if (controls.length === 0 && certificate === null) return null;
  return (
    <div className="mt-5 max-w-prose text-sm">
      <h3 className="label text-ink-faint">Quality control</h3>
      {controls.length > 0 && (
        <ul className="mt-1 text-ink-soft">
          {controls.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
      {certificate !== null && (
        <p className="mt-2">
          <a href={certificate} className="link">
            The laboratory’s certificate{certificate.endsWith('.pdf') ? ' (PDF)' : ' (photo)'}
          </a>
          {entry !== null && (
            <>
              {' · '}
              <LogEntry entry={entry}>log entry {entry}</LogEntry>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function Fact({
  name,
  wide = false,
  children,
}: {
  name: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 border-b border-line py-2 ${wide ? '@3xl:col-span-2' : ''}`}
    >
      <dt className="label shrink-0 text-ink-faint">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Its name in a laboratory's file, and what it means for the figures. */
const meanings: Record<string, string> = {
  'Heated Migration': 'Heated migration: what came out of it when heated, not all that is in it',
};

/** Where each sample was bought and when, its lot and how it was prepared, as its data states it. */
function SampleOrigins({ origins }: { origins: readonly SampleOrigin[] }) {
  if (origins.length === 0) return null;
  const differ = new Set(origins.map(({ notes }) => notes)).size > 1;
  return (
    <ol
      aria-label={`Origin of ${counted(origins.length, 'sample')}`}
      className="mt-5 grid gap-x-8 gap-y-4 text-sm @2xl:grid-cols-2"
    >
      {origins.map(({ id, place, day, bestBefore, lot, preparation, notes }, index) => (
        <li key={id} className="border-t border-line pt-2">
          <p className="label text-ink-faint">
            {DEFAULT_SAMPLE_NAME} {index + 1}, ID {id}
          </p>
          <p className="mt-1 wrap-anywhere">{place ?? `Shop ${messages.NOT_STATED}`}</p>
          <p className="text-ink-soft tabular wrap-anywhere">
            {day ?? `Date ${messages.NOT_STATED}`} · Lot {lot ?? messages.NOT_STATED}
            {bestBefore && `, best before ${dayText(bestBefore)}`}
          </p>
          {preparation !== undefined && (
            <p className="text-ink-soft">
              Preparation:{' '}
              {preparation ? (meanings[preparation] ?? preparation) : messages.NOT_STATED}
            </p>
          )}
          {differ && notes && <p className="text-ink-soft wrap-anywhere">{notes}</p>}
        </li>
      ))}
    </ol>
  );
}
