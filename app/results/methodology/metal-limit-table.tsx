import { capitalized } from '#app/kit/text.ts';
import {
  limitAmount,
  shownLimits,
  statusOf,
  subjectOf,
} from '#app/toxicology/metals/limit-words.ts';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import { Cited } from '#app/results/cited.tsx';
import { Table } from './methodology-table.tsx';
import { Documents } from './methodology-tables.tsx';
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
        rows={rows}
        figures="text-ink"
        columns={{
          Limit: ({ limit, name }) => capitalized(`${limit.name} ${name}`),
          For: ({ limit }) => subjectOf(limit),
          '#How much': ({ limit }) => limitAmount(limit),
          'Set by, and where': ({ limit }) => (
            <>
              {limit.authority}, {statusOf(limit)}.{' '}
              <Cited url={limit.citation.url}>{limit.citation.number ?? limit.citation.title}</Cited>.{' '}
              {lookedAtText(limit.seenOn)}
            </>
          ),
        }}
      />
      <Documents records={titles} />
    </div>
  );
}
