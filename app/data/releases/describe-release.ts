import { siteUrl } from '#app/config.ts';
import { grouped } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import { NO_TESTS } from '#app/surveys/survey.ts';
import { OWN_LICENSE, SOURCE_TERMS } from '#app/data/table.ts';
import type { Column, DataTable, Terms } from '#app/data/table.ts';
import type { TableChanges } from './difference.ts';
import type { ReleasedFile, ReleasedTable } from './store.server.ts';

/** A table as it was written, with what differs from the release before. */
export interface DescribedTable extends Pick<ReleasedTable, 'rows' | 'newest'> {
  table: DataTable<unknown>;
  /** As CSV, JSON Lines, and Parquet. */
  files: ReleasedFile[];
  changes: TableChanges;
}

interface Described {
  name: string;
  madeAt: Date;
  /** The release before; null of the first. */
  before: string | null;
  tables: readonly DescribedTable[];
}

/** Everything that describes a release, by file: all of it follows from the tables. */
export function describeRelease(release: Described): Record<string, string> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'README.md': readme(release),
    'CHANGES.md': changesText(release),
    'CITATION.cff': citation(release),
    'datapackage.json': json(dataPackage(release)),
    'croissant.json': json(croissant(release)),
    'datacite.json': json(dataCite(release)),
  };
}

/** In the place of the newest row, of tables that state the present: chemicals, and money. */
export const UNDATED = 'as of the release';

const title = () => `${site.name} open data`;
const ABOUT =
  'Plastic chemicals measured in everyday products: every sample, every measurement, every figure that follows from them with its bounds, the limits that they are held against, corrections, and what tests cost. Surveys of authorities stand beside that in tables of their own.';
const addressOf = ({ name }: Described) => `${siteUrl()}/data/${name}`;
const dayOf = ({ madeAt }: Described) => madeAt.toISOString().slice(0, 10);
const { name: SOURCE, url: SOURCE_URL } = site.resultsSource;

/** Whose tables there are beside ours and its source’s, each once. */
function otherTerms({ tables }: Described): Terms[] {
  const all = tables.flatMap(({ table }) => table.terms ?? []);
  return [...new Map(all.map((terms) => [terms.source, terms])).values()];
}

function termsText({ source, license, url }: Terms): string {
  return `${source}: ${license} (${url})`;
}

/** How a release is cited. */
export function citeText({ name, madeAt }: Pick<Described, 'name' | 'madeAt'>): string {
  return `${site.name} (${madeAt.getUTCFullYear()}). ${title()}, release ${name}. ${siteUrl()}/data/${name}`;
}

const DATA_PACKAGE_TYPES = { text: 'string' } as Record<string, string>;

/** https://datapackage.org, version 2. */
function dataPackage(release: Described): object {
  const { tables, name, madeAt } = release;
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data`,
    id: addressOf(release),
    title: title(),
    description: ABOUT,
    version: name,
    created: madeAt.toISOString(),
    homepage: `${siteUrl()}/data`,
    licenses: [
      { name: OWN_LICENSE.name, path: OWN_LICENSE.url, title: `Rows of ${site.name}` },
      { path: SOURCE_URL, title: `Rows of ${SOURCE}: ${SOURCE_TERMS}` },
      ...otherTerms(release).map((terms) => ({
        path: terms.url,
        title: `Rows of ${termsText(terms)}`,
      })),
    ],
    sources: [{ title: SOURCE, path: SOURCE_URL }],
    contributors: [{ title: site.name, path: siteUrl(), roles: ['publisher'] }],
    resources: tables.map(({ table, files: [csv], rows, newest }) => ({
      name: table.name,
      type: 'table',
      path: csv?.name,
      title: table.title,
      description: table.means,
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      bytes: csv?.bytes,
      hash: `sha256:${csv?.sha256}`,
      rows,
      ...(newest && { newest }),
      schema: {
        fields: table.columns.map((one) => ({
          name: one.name,
          type: DATA_PACKAGE_TYPES[one.type] ?? one.type,
          description: one.means,
          ...(one.unit && { unit: one.unit }),
          ...(table.key.includes(one.name) && { constraints: { required: true } }),
        })),
        primaryKey: table.key,
        ...(table.refersTo && {
          foreignKeys: Object.entries(table.refersTo).map(([resource, fields]) => {
            const to = tables.find((one) => one.table.name === resource)?.table;
            return { fields, reference: { resource, fields: to?.key } };
          }),
        }),
        missingValues: [''],
      },
    })),
  };
}

const CROISSANT_TYPES: Record<Column['type'], string> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
};

const FORMATS: Record<string, string> = {
  csv: 'text/csv',
  jsonl: 'application/jsonlines',
  parquet: 'application/x-parquet',
};

/** http://mlcommons.org/croissant/1.0 */
function croissant(release: Described): object {
  const { tables, name, madeAt } = release;
  const cr = (names: string) => names.split(' ').map((one) => [one, `cr:${one}`]);
  return {
    '@context': {
      '@language': 'en',
      '@vocab': 'https://schema.org/',
      sc: 'https://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      dct: 'http://purl.org/dc/terms/',
      conformsTo: 'dct:conformsTo',
      ...Object.fromEntries(
        cr(
          'citeAs column extract field fileObject fileSet isLiveDataset key recordSet references source',
        ),
      ),
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
    },
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title(),
    description: `${ABOUT} Rows of ${SOURCE}: ${SOURCE_TERMS}.`,
    license: [OWN_LICENSE.url, SOURCE_URL, ...otherTerms(release).map(({ url }) => url)],
    url: addressOf(release),
    version: name,
    datePublished: madeAt.toISOString(),
    creator: { '@type': 'sc:Organization', name: site.name, url: siteUrl() },
    citeAs: citeText(release),
    isLiveDataset: false,
    distribution: tables.flatMap(({ files }) =>
      files.map((file) => ({
        '@type': 'cr:FileObject',
        '@id': file.name,
        name: file.name,
        contentUrl: `${addressOf(release)}/${file.name}`,
        contentSize: `${file.bytes} B`,
        encodingFormat: FORMATS[file.name.split('.').at(-1) ?? ''],
        sha256: file.sha256,
      })),
    ),
    recordSet: tables.map(({ table }) => ({
      '@type': 'cr:RecordSet',
      '@id': table.name,
      name: table.name,
      description: table.means,
      key: table.key.map((one) => ({ '@id': `${table.name}/${one}` })),
      field: table.columns.map((one) => ({
        '@type': 'cr:Field',
        '@id': `${table.name}/${one.name}`,
        name: one.name,
        description: one.unit ? `${one.means} In ${one.unit}.` : one.means,
        dataType: CROISSANT_TYPES[one.type],
        source: {
          fileObject: { '@id': `${table.name}.parquet` },
          extract: { column: one.name },
        },
      })),
    })),
  };
}

/** https://schema.datacite.org, version 4: for whoever gives the release a DOI. */
function dataCite(release: Described): object {
  const { name, madeAt } = release;
  return {
    schemaVersion: 'http://datacite.org/schema/kernel-4',
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Tables' },
    identifiers: [{ identifier: addressOf(release), identifierType: 'URL' }],
    creators: [{ name: site.name, nameType: 'Organizational' }],
    titles: [{ title: title() }],
    publisher: { name: site.name },
    publicationYear: String(madeAt.getUTCFullYear()),
    dates: [{ date: dayOf(release), dateType: 'Issued' }],
    language: 'en',
    version: name,
    url: addressOf(release),
    formats: Object.values(FORMATS),
    rightsList: [
      { rights: OWN_LICENSE.name, rightsUri: OWN_LICENSE.url },
      { rights: SOURCE_TERMS },
      ...otherTerms(release).map(({ license, url }) => ({ rights: license, rightsUri: url })),
    ],
    descriptions: [{ description: ABOUT, descriptionType: 'Abstract' }],
    relatedIdentifiers: [
      {
        relatedIdentifier: SOURCE_URL,
        relatedIdentifierType: 'URL',
        relationType: 'IsDerivedFrom',
      },
    ],
  };
}

function citation(release: Described): string {
  return `cff-version: 1.2.0
message: Please cite the release that you used. Its rows are under different terms, which each states.
title: ${JSON.stringify(title())}
type: dataset
authors:
  - name: ${JSON.stringify(site.name)}
version: ${JSON.stringify(release.name)}
date-released: ${dayOf(release)}
license-url: ${addressOf(release)}/README.md
url: ${addressOf(release)}
references:
  - type: data
    title: Data on Plastic Chemicals in Bay Area Foods
    authors:
      - name: ${SOURCE}
    url: ${SOURCE_URL}
`;
}

function readme(release: Described): string {
  const { name, tables } = release;
  const address = addressOf(release);
  return `# ${title()}, release ${name}

${ABOUT}

This release never changes. The newest one is at ${siteUrl()}/data/latest/README.md, and ${siteUrl()}/data lists all of them.

## Tables

Each is there as CSV, as JSON Lines, and as Parquet.

| table | rows | newest row | one row is |
|---|---|---|---|
${tables.map(({ table, rows, newest }) => `| ${table.name} | ${grouped(rows)} | ${newest ?? (rows > 0 ? UNDATED : '')} | ${table.means} |`).join('\n')}

Begin with \`measurements\`: one row is one chemical in one sample. \`product_id\` and \`sample_id\` lead from one table to another, and stay the same from release to release.

## In a minute

DuckDB, the highest of all that was measured, with what nobody eats and what was made decades ago:

    select name, is_food, is_vintage, chemical, max(value) as most_ng_g, max_by(status, value) as status
    from '${address}/measurements.parquet' join '${address}/products.parquet' using (product_id)
    where value is not null group by all order by most_ng_g desc, name limit 10;

Python:

    import pandas as pd
    measurements = pd.read_csv("${address}/measurements.csv", dtype={"sample_id": str})

R:

    measurements <- read.csv("${address}/measurements.csv", colClasses = c(sample_id = "character"))

## Before you work with it

- What was more than could be measured (\`above_range\`) has the least that it is as its \`value\`. Leave such rows in: they are the highest results.
- What was not found is no zero. A \`status\` of \`below_loq\` says that there was less than \`loq\`, or none. \`figures\` has what a product could hold at least and at most: \`percent_lower\` and \`percent_upper\`.
- What was not tested is no finding of safety.
- Few samples of one lot say little about the next lot. Bounds hold neither the laboratory's own uncertainty nor that.
- \`panel\` says what a test looks for, and \`item\` which tests are of the same thing. A column that is new comes last, and alone makes no row a changed one.
- Tables whose names begin with \`survey\` are what authorities measured, cell by cell from their files. ${NO_TESTS}
- A result may be corrected later: \`revisions\` has every correction with its reason, and CHANGES.md what changed since the release before.
- In CSV, text that a spreadsheet could take for a formula is led by an apostrophe. Parquet and JSON Lines have it as it is.

## Columns

${tables.map(({ table }) => columnsText(table)).join('\n')}
## License and citation

Our own rows are under ${OWN_LICENSE.name} (${OWN_LICENSE.url}). Rows of ${SOURCE} (${SOURCE_URL}) are under its terms: ${SOURCE_TERMS}. Surveys stand in tables of their own, under the terms of who made them: ${otherTerms(release).map(termsText).join('; ')}. The columns \`source\` and \`license\` say which row is whose.

Cite as: ${citeText(release)}

## Is this what was released?

\`sha256sum -c SHA256SUMS\` compares the files. The hash of SHA256SUMS itself is in an entry of the public log; \`release.proof\` shows that, and ${siteUrl()}/verify checks it in your browser.
`;
}

function columnsText({ name, key, columns }: DataTable<unknown>): string {
  const lines = columns.map(
    (one) => `| ${one.name} | ${one.type}${one.unit ? `, ${one.unit}` : ''} | ${one.means} |`,
  );
  return `### ${name}\n\nKey: ${key.join(', ')}\n\n| column | type | means |\n|---|---|---|\n${lines.join('\n')}\n`;
}

function changesText({ name, before, tables }: Described): string {
  if (before === null) return `# Changes\n\nRelease ${name} is the first one.\n`;
  const lines = tables.map(({ table, rows, changes: { added, changed, removed } }) => {
    return `| ${table.name} | ${[rows, added.count, changed.count, removed.count].map((count) => grouped(count)).join(' | ')} |`;
  });
  const published = tables.find(({ table }) => table.name === 'revisions')?.changes.rows ?? [];
  const sections = [
    ['Published and corrected, and why', published.map(publicationLine)],
    ...(['added', 'changed', 'removed'] as const).map((what) => [
      `What was ${what}`,
      tables.flatMap(({ table, changes }) => keysLine(table, changes[what])),
    ]),
  ] as [string, string[]][];
  return `# Changes of ${name} against ${before}

| table | rows | added | changed | removed |
|---|---|---|---|---|
${lines.join('\n')}
${sections
  .filter(([, some]) => some.length > 0)
  .map(([heading, some]) => `\n## ${heading}\n\n${some.map((line) => `- ${line}\n`).join('')}`)
  .join('')}`;
}

function publicationLine(row: string): string {
  const {
    product_id: id,
    revision,
    published_on: day,
    reason,
  } = JSON.parse(row) as Record<string, unknown>;
  const what = reason === null ? 'results published' : `corrected (revision ${String(revision)})`;
  return `${String(day)}: product ${String(id)} ${what}${reason === null ? '' : `: ${String(reason)}`}`;
}

function keysLine({ name, key }: DataTable<unknown>, { count, named }: TableChanges['added']) {
  if (count === 0) return [];
  const more = count > named.length ? `, and ${grouped(count - named.length)} more` : '';
  return [`${name} (${key.join(' ')}): ${named.join(', ')}${more}`];
}
