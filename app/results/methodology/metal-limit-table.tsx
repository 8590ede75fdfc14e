import { capitalized } from '#app/kit/text.ts';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { formNames, groupNames, isShown } from '#app/toxicology/metals/metal-limit.ts';
import { Table } from './methodology-table.tsx';
import { CitationLink, Documents } from './methodology-tables.tsx';
import { exactFigure, lookedAtText } from './methodology-text.ts';

const limits = [...intakeMetalLimits, ...foodMetalLimits].filter(isShown);
type Limit = (typeof limits)[number];

/** Every limit that may be shown, metal by metal, those of intake before those of food. */
const rows = Object.entries(formNames).flatMap(([form, name]) =>
  limits.filter((limit) => limit.form === form).map((limit) => ({ limit, name })),
);
const titles = rows.map(({ limit: { citation } }) => ({ citation: { ...citation, number: null } }));

export function MetalLimitTable() {
  return (
    <div className="mt-2">
      <Table
        caption="Limits for metals"
        columns={['Limit', 'For', '#How much', 'Set by, and where']}
      >
        {rows.map(({ limit, name }) => (
          <tr key={limit.id}>
            <th scope="row" className="text-left font-medium text-ink">
              {capitalized(`${limit.name} ${name}`)}
            </th>
            <td>{subjectOf(limit)}</td>
            <td className="text-right text-ink tabular">{amountOf(limit)}</td>
            <td>
              {limit.authority}, {STATUSES[limit.status] ?? limit.status}.{' '}
              <CitationLink citation={limit.citation} />. {lookedAtText(limit.seenOn)}
            </td>
          </tr>
        ))}
      </Table>
      <Documents records={titles} />
    </div>
  );
}

const STATUSES: Partial<Record<Limit['status'], string>> = {
  interim: 'interim, no legal limit',
  guidance: 'guidance, not binding',
  warning: 'sellers must warn from there on',
};

function subjectOf(limit: Limit): string {
  if ('food' in limit) return limit.food;
  const who = limit.group ? groupNames[limit.group] : 'everybody';
  if (limit.kind !== 'margin') return who;
  return `${who}: ${limit.effect} at this dose, which is not called tolerable`;
}

/** With its unit: a heading is set in capitals, in which micrograms read as milligrams. */
function amountOf(limit: Limit): string {
  if ('food' in limit) return `${exactFigure(limit.ngG)} µg per kg`;
  const weight = limit.kind === 'by person' ? '' : ' per kg of body weight';
  return `${exactFigure(limit.ng / 1000)} µg${weight} a ${limit.per}`;
}
