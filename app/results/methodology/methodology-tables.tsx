import { capitalized, counted, listed } from '#app/kit/text.ts';
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
import {
  limitAmount,
  shownLimits,
  statusOf,
  subjectOf,
} from '#app/toxicology/metals/limit-words.ts';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import { potencyFactors, potencyFactorsOf } from '#app/toxicology/potency.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import { Cited } from '#app/results/cited.tsx';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { belowLoqDivisor } from '#app/toxicology/bounds.ts';
import { Table } from './methodology-table.tsx';
import {
  exactFigure,
  LEVEL_TEXTS,
  limitStanding,
  lookedAtText,
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
        rows={own}
        columns={{
          For: ({ subject }) => subjectName(subject),
          '#ng per kg of body weight a day': (limit) => exactFigure(limit.limitNgPerKgDay),
          'Set by, and where': (limit) => {
            const standing = [limit.note, limitStanding(limit)].filter(Boolean).join(' ');
            return whereSet(`${limit.setBy}, ${limit.year}`, limit.citation, standing);
          },
        }}
      />
      <Documents records={own} />
    </div>
  );
}

/** Who set a limit, the document it is written in, and how it stands. */
function whereSet(by: string, { number, title, url }: Citation, standing: string) {
  return (
    <>
      {by}. <Cited url={url}>{number ?? title}</Cited>. {standing}
    </>
  );
}

/** The titles behind the numbers, each once. */
function Documents({ records }: { records: readonly { citation: Citation }[] }) {
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
      rows={chemicals}
      columns={{
        Chemical: named,
        '#EFSA': ({ key }) => ownLimit(limitFor(key, 'EFSA')),
        '#EPA': ({ key }) => ownLimit(limitFor(key, 'EPA')),
        'Counts in': ({ key }) => groupsOf(key),
      }}
    />
  );
}

function named({ abbreviation, fullName, casNumber }: (typeof chemicals)[number]) {
  return (
    <>
      {abbreviation}{' '}
      <span className="block text-xs font-normal wrap-anywhere text-ink-soft">
        {fullName}, CAS {casNumber}
      </span>
    </>
  );
}

function ownLimit(limit: IntakeLimit | null) {
  if (limit) return exactFigure(limit.limitNgPerKgDay);
  return styled('text-ink-soft', 'no limit set');
}

function styled(className: string, text: string | undefined) {
  return <span className={className}>{text}</span>;
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
      rows={families.flatMap(({ key, sum }) =>
        potencyFactorsOf(key).map((record, at, { length }) => ({
          ...record,
          sum,
          span: at === 0 ? length : 0,
        })),
      )}
      spanOf={({ span }) => span}
      columns={{
        Sum: ({ sum }) => sum,
        Chemical: ({ chemical }) => styled('text-ink', chemicalOf(chemical).abbreviation),
        '#Factor': ({ factor }) => exactFigure(factor),
        From: ({ source }) => linked(source),
      }}
    />
  );
}

/** A source with the address in it as a link. */
function linked(text: string) {
  const [url] = /https:\/\/\S+/.exec(text) ?? [];
  return <Cited url={url}>{url ? text.replace(url, '').replace(/,\s*$/, '') : text}</Cited>;
}

/** How far the two authorities are apart, widest first. */
export function GapTable() {
  return (
    <Table
      caption="Where both authorities have a limit: ng per kg of body weight a day"
      rows={regulatorGaps()}
      columns={{
        Chemical: ({ chemical }) => chemicalOf(chemical).abbreviation,
        '#EFSA': ({ efsa }) => exactFigure(efsa),
        '#EPA': ({ epa }) => exactFigure(epa),
        Apart: ({ ratio, stricter }) =>
          stricter
            ? `${counted(Number(ratio.toPrecision(3)), 'time')}; ${stricter} is stricter`
            : 'the same',
      }}
    />
  );
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

const CELLS = [
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
      rows={CELLS}
      columns={{
        Reported: ([cell]) => styled('font-mono', cell),
        'It says': ([, says]) => says,
        '#Lower': ([, , lower]) => lower,
        '#Estimate': ([, , , estimate]) => estimate,
        '#Upper': ([, , , , upper]) => upper,
      }}
    />
  );
}

/** Metal by metal. */
const metalLimits = Object.entries(formNames).flatMap(([form, name]) =>
  shownLimits.filter((limit) => limit.form === form).map((limit) => ({ limit, name })),
);
const titles = metalLimits.map(({ limit: { citation } }) => ({
  citation: { ...citation, number: null },
}));

export function MetalLimitTable() {
  return (
    // On a phone a limit is a block of sentences, at the size of what is read.
    <div className="mt-2 max-sm:[&_tbody]:text-base max-sm:[&_thead]:sr-only max-sm:[&_:is(tr,th,td)]:block max-sm:[&_td]:py-0 max-sm:[&_td]:text-left max-sm:[&_tr]:pb-2">
      <Table
        caption="Limits for metals"
        rows={metalLimits}
        figures="text-ink"
        columns={{
          Limit: ({ limit, name }) => capitalized(`${limit.name} ${name}`),
          For: ({ limit }) => subjectOf(limit),
          '#How much': ({ limit }) => limitAmount(limit),
          'Set by, and where': ({ limit }) =>
            whereSet(
              `${limit.authority}, ${statusOf(limit)}`,
              limit.citation,
              lookedAtText(limit.seenOn),
            ),
        }}
      />
      <Documents records={titles} />
    </div>
  );
}
