import { href } from 'react-router';
import { db } from '#app/database/db.server.ts';
import { siteUrl } from '#app/config.ts';
import { dayText } from '#app/kit/day-text.ts';
import { counted, grouped } from '#app/kit/text.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { OWN_LICENSE, SOURCE_TERMS } from '#app/data/table.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { NO_TESTS } from '#app/surveys/survey.ts';
import { citeText, UNDATED } from './describe-release.ts';
import { listReleases } from './store.server.ts';
import { PlainLink, TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/data.page.ts';

/** Of limits, no day is known. */
const YEAR = /^\d{4}$/;

export async function loader() {
  const releases = await listReleases(db());
  return {
    baseUrl: siteUrl(),
    license: OWN_LICENSE,
    terms: SOURCE_TERMS,
    releases: releases.map((release) => ({
      name: release.name,
      madeOn: release.madeAt.toISOString(),
      cite: citeText(release),
      tables: release.contents.tables.map(({ newest, ...table }) => ({
        ...table,
        newest: newest
          ? `the newest of ${YEAR.test(newest) ? newest : dayText(newest)}`
          : table.rows > 0 && UNDATED,
      })),
      files: [...release.contents.files.map(({ name }) => name), 'checkpoint', 'release.proof'],
    })),
  };
}

export const meta = metaOf(href('/data'), {
  title: 'Open data',
  description: `Every measurement and figure of ${site.name} as dated releases that never change, in CSV, JSON Lines, and Parquet.`,
});

/** Every release of the open data, the newest with its tables. */
export default function DataPage({ loaderData }: Route.ComponentProps) {
  const { releases, license, terms } = loaderData;
  const [newest, ...earlier] = releases;
  return (
    <>
      <PageHead title="Open data">
        Every measurement, every figure with its bounds, the limits, corrections, and what tests
        cost. A release never changes, so that what you found in it can be found again.
      </PageHead>
      <div className="page-column flex flex-col gap-10 pt-8 pb-20">
        {newest ? (
          <NewestRelease release={newest} />
        ) : (
          <p>There is no release yet. The first one is made within a minute of the first start.</p>
        )}
        <section aria-labelledby="license" className="max-w-prose">
          <RuleLabel id="license">License and citation</RuleLabel>
          <p className="mt-4">
            Our own rows are under <PlainLink href={license.url}>{license.name}</PlainLink>. Rows of{' '}
            <PlainLink href={site.resultsSource.url}>{site.resultsSource.name}</PlainLink> are under
            its terms: {terms}. Surveys of authorities are under the terms that stand at their
            tables. Two columns of each table say which row is whose.
          </p>
          {newest && <p className="mt-3 wrap-anywhere">Cite as: {newest.cite}</p>}
          <p className="mt-3">
            The hash of each release is sealed in <TextLink to={href('/log')}>the log</TextLink>;
            its <code>release.proof</code> shows that.
          </p>
        </section>
        {earlier.length > 0 && (
          <section aria-labelledby="earlier">
            <RuleLabel id="earlier">Earlier releases</RuleLabel>
            <ul className="mt-2">
              {earlier.map(({ name, tables, files }) => (
                <li key={name} id={name} className="border-b border-line py-3">
                  <details>
                    <summary className="cursor-pointer">
                      {name}, {counted(rowsOf(tables), 'row')}
                    </summary>
                    <FileList release={name} files={files} />
                  </details>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

type Shown = Route.ComponentProps['loaderData']['releases'][number];

const FORMATS = ['csv', 'jsonl', 'parquet'];

function NewestRelease({ release: { name, madeOn, tables, files } }: { release: Shown }) {
  const surveyed = tables.filter(({ terms }) => terms);
  const others = files.filter((file) => !FORMATS.includes(file.split('.').at(-1) ?? ''));
  return (
    <section aria-labelledby={name}>
      <RuleLabel id={name} note={counted(rowsOf(tables), 'row')}>
        Release {name}
      </RuleLabel>
      <p className="mt-4">
        Made on <time dateTime={madeOn}>{dayText(madeOn)}</time>. <code>/data/latest/…</code> leads
        to the newest one.
      </p>
      <TableList release={name} tables={tables.filter(({ terms }) => !terms)} />
      <FileList release={name} files={others} />
      {surveyed.length > 0 && (
        <>
          <h3 className="mt-8 text-lg">What surveys found</h3>
          <p className="mt-2 max-w-prose">
            {NO_TESTS} <TextLink to={href('/surveys')}>What was measured</TextLink>
          </p>
          <TableList release={name} tables={surveyed} />
        </>
      )}
    </section>
  );
}

function TableList({ release, tables }: { release: string; tables: Shown['tables'] }) {
  return (
    <ul className="mt-2">
      {tables.map(({ name, title, rows, newest, terms }) => (
        <li key={name} className="border-b border-line py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="font-medium">{title}</span>
            {FORMATS.map((format) => (
              <FileLink key={format} release={release} file={`${name}.${format}`} />
            ))}
          </p>
          <p className="text-sm text-ink-soft">
            {grouped(rows)} {rows === 1 ? 'row' : 'rows'}
            {newest && `, ${newest}`}
            {terms && ', license: '}
            {terms && <PlainLink href={terms.url}>{terms.license}</PlainLink>}
          </p>
        </li>
      ))}
    </ul>
  );
}

function FileList({ release, files }: { release: string; files: readonly string[] }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
      {files.map((file) => (
        <FileLink key={file} release={release} file={file} />
      ))}
    </p>
  );
}

function FileLink({ release, file }: { release: string; file: string }) {
  return (
    <a
      href={`/data/${release}/${file}`}
      className="link inline-flex min-h-8 items-center font-mono text-sm wrap-anywhere"
    >
      {file}
    </a>
  );
}

function rowsOf(tables: Shown['tables']): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
