import { capitalized } from '#app/kit/text.ts';
import {
  limitAmount,
  shownLimits,
  statusOf,
  subjectOf,
} from '#app/toxicology/metals/limit-words.ts';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import { Table } from './methodology-table.tsx';
import { CitationLink, Documents } from './methodology-tables.tsx';
import { lookedAtText } from './methodology-text.ts';

/** Metal by metal. */
const rows = Object.entries(formNames).flatMap(([form, name]) =>
  shownLimits.filter((limit) => limit.form === form).map((limit) => ({ limit, name })),
);
const titles = rows.map(({ limit: { citation } }) => ({ citation: { ...citation, number: null } }));

export function MetalLimitTable() {
  return (
    // On a phone a limit is a block of sentences, at the size of what is read.
    <div className="mt-2 max-sm:[&_tbody]:text-base max-sm:[&_thead]:sr-only max-sm:[&_:is(tr,th,td)]:block max-sm:[&_td]:py-0 max-sm:[&_td]:text-left max-sm:[&_tr]:pb-2">
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
            <td className="text-right text-ink tabular">{limitAmount(limit)}</td>
            <td>
              {limit.authority}, {statusOf(limit)}. <CitationLink citation={limit.citation} />.{' '}
              {lookedAtText(limit.seenOn)}
            </td>
          </tr>
        ))}
      </Table>
      <Documents records={titles} />
    </div>
  );
}
