import { counted, listed } from '#app/kit/text.ts';
import {
  chemicalOf,
  chemicals,
  otherChemicals,
  TESTED_CHEMICALS,
  type ChemicalKey,
} from '#app/toxicology/chemicals.ts';
import {
  limitFor,
  limits,
  type Authority,
  type Citation,
  type IntakeLimit,
} from '#app/toxicology/limits.ts';
import { potencyFactors, potencyFactorsOf } from '#app/toxicology/potency.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { belowLoqDivisor } from '#app/toxicology/bounds.ts';
import { Table } from './methodology-table.tsx';
import {
  exactFigure,
  LEVEL_TEXTS,
  limitStanding,
  regulatorGaps,
  subjectName,
} from './methodology-text.ts';

/** Every limit of one authority, as it is recorded, and the documents they are written in. */
export function LimitTable({
  authority,
  records = limits,
}: {
  authority: Authority;
  records?: readonly IntakeLimit[];
}) {
  const own = records.filter((limit) => limit.authority === authority);
  const kind =
    own[0]?.kind === 'RfD'
      ? 'daily limits (oral reference doses, RfD)'
      : 'daily limits (tolerable daily intakes, TDI)';
  return (
    <div className="mt-2">
      <Table
        caption={`${authority}: ${kind}`}
        columns={['For', '#ng per kg of body weight a day', 'Set by, and where']}
      >
        {own.map((limit) => (
          <tr key={limit.subject}>
            <th scope="row" className="text-left font-medium text-ink">
              {subjectName(limit.subject)}
            </th>
            <td className="text-right font-mono text-ink tabular">
              {exactFigure(limit.limitNgPerKgDay)}
            </td>
            <td>
              {limit.setBy}, {limit.year}. <CitationLink citation={limit.citation} />.
              <span>{limit.note && ` ${limit.note}`}</span> {limitStanding(limit)}
            </td>
          </tr>
        ))}
      </Table>
      <Documents records={own} />
    </div>
  );
}

export function CitationLink({ citation: { title, number, url } }: { citation: Citation }) {
  const text = number ?? title;
  if (!url) return text;
  return (
    <a href={url} rel="noopener" className="link">
      {text}
    </a>
  );
}

/** The titles behind the numbers, each once. */
export function Documents({ records }: { records: readonly { citation: Citation }[] }) {
  const cited = [...new Map(records.map(({ citation }) => [citation.title, citation])).values()];
  return (
    <ul className="mt-3 flex flex-col gap-1 text-sm">
      {cited.map(({ title, number }) => (
        <li key={title} className="pl-4 -indent-4">
          {number && <span className="font-mono">{number}: </span>}
          <cite>{title}</cite>
        </li>
      ))}
    </ul>
  );
}

/** All chemicals, with the limits of their own and the sum they count in. */
export function ChemicalTable() {
  const others = listed(otherChemicals.map(({ abbreviation }) => abbreviation));
  return (
    <Table
      caption={`The ${TESTED_CHEMICALS} chemicals of every test, and ${others} where a laboratory reports them: limits in ng per kg of body weight a day`}
      columns={['Chemical', '#EFSA', '#EPA', 'Counts in']}
    >
      {chemicals.map(({ key, abbreviation, fullName, casNumber }) => (
        <tr key={key}>
          <th scope="row" className="text-left font-normal">
            <span className="font-medium text-ink">{abbreviation}</span>{' '}
            <span className="block text-xs wrap-anywhere">
              {fullName}, CAS {casNumber}
            </span>
          </th>
          {(['EFSA', 'EPA'] as const).map((authority) => (
            <OwnLimit key={authority} limit={limitFor(key, authority)} />
          ))}
          <td>{groupsOf(key)}</td>
        </tr>
      ))}
    </Table>
  );
}

function OwnLimit({ limit }: { limit: IntakeLimit | null }) {
  return (
    <td className="text-right font-mono text-xs tabular sm:text-sm">
      {limit ? (
        <span className="text-ink">{exactFigure(limit.limitNgPerKgDay)}</span>
      ) : (
        'no limit set'
      )}
    </td>
  );
}

function groupsOf(key: ChemicalKey): string {
  const own = potencyFactors.filter(({ chemical }) => chemical === key);
  const names = own.map(({ family, factor }) => `${familyOf(family).sum}${factor ? '' : ', at 0'}`);
  return names.join(', ') || 'no sum';
}

/** The weights of the sums, each with its reason. */
export function FactorTable() {
  return (
    <Table
      caption="Potency factors: how much one nanogram counts"
      columns={['Sum', 'Chemical', '#Factor', 'From']}
    >
      {families.flatMap(({ key, sum }) => {
        const factors = potencyFactorsOf(key);
        return factors.map((record, index) => (
          <tr key={record.chemical}>
            {index === 0 && (
              <th
                scope="rowgroup"
                rowSpan={factors.length}
                className="text-left font-medium text-ink"
              >
                {sum}
              </th>
            )}
            <td className="text-ink">{chemicalOf(record.chemical).abbreviation}</td>
            <td className="text-right font-mono text-ink tabular">{exactFigure(record.factor)}</td>
            <td>
              <Linked text={record.source} />
            </td>
          </tr>
        ));
      })}
    </Table>
  );
}

/** A source with the address in it as a link. */
function Linked({ text }: { text: string }) {
  const url = /https:\/\/\S+/.exec(text)?.[0];
  if (!url) return text;
  return (
    <a href={url} rel="noopener" className="link">
      {text.replace(url, '').replace(/,\s*$/, '')}
    </a>
  );
}

/** How far the two authorities are apart, widest first. */
export function GapTable() {
  return (
    <Table
      caption="Where both authorities have a limit: ng per kg of body weight a day"
      columns={['Chemical', '#EFSA', '#EPA', 'Apart']}
    >
      {regulatorGaps().map(({ chemical, efsa, epa, ratio, stricter }) => (
        <tr key={chemical}>
          <th scope="row" className="text-left font-medium text-ink">
            {chemicalOf(chemical).abbreviation}
          </th>
          <td className="text-right font-mono text-ink tabular">{exactFigure(efsa)}</td>
          <td className="text-right font-mono text-ink tabular">{exactFigure(epa)}</td>
          <td>{stricter ? `${timesText(ratio)}; ${stricter} is stricter` : 'the same'}</td>
        </tr>
      ))}
    </Table>
  );
}

function timesText(ratio: number): string {
  return counted(Number(ratio.toPrecision(3)), 'time');
}

/** What each level means. */
export function LevelTable() {
  return (
    <dl className="max-w-2xl divide-y divide-line rounded-lg border border-line-strong bg-paper-raised">
      {LEVEL_TEXTS.map(({ level, range, meaning }) => (
        <div
          key={level}
          className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:px-5"
        >
          <dt>
            <RiskMark word={level} large />
          </dt>
          <dd>
            <span className="block font-mono text-sm text-ink tabular">{range}</span>
            <span className="mt-1 block text-sm">{meaning}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const CELLS: [string, string, string, string, string][] = [
  ['17.5', 'a concentration', '17.5', '17.5', '17.5'],
  ['<n', 'less than can be measured', '0', `n ÷ ${belowLoqDivisor}, or 0*`, 'n'],
  ['>n', 'more than can be measured', 'n', '≥ n', 'open'],
  ['ND', 'not detected, below a limit that was not stated', '0', '0', 'open'],
  ['NO RESULT', 'no result, or an empty cell', 'left out', 'left out', 'left out'],
];

/** What a reported cell adds to a mean. */
export function CellTable() {
  return (
    <Table
      caption="How a reported cell counts in the mean of the samples"
      columns={['Reported', 'It says', '#Lower', '#Estimate', '#Upper']}
    >
      {CELLS.map(([cell, says, ...counts]) => (
        <tr key={cell}>
          <th scope="row" className="text-left font-mono font-medium text-ink">
            {cell}
          </th>
          <td>{says}</td>
          {counts.map((count, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- three columns, in their order
            <td key={index} className="text-right font-mono text-ink">
              {count}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
