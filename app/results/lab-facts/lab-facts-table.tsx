import { isChemicalKey, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { isQuantified } from '#app/toxicology/measurement.ts';
import { labGroups, type LabRow } from './lab-rows.ts';
import type { LabColumn } from './merge-lab-samples.ts';
import { labCellText, type LabUnit } from './lab-units.ts';
import { NO_TDI, NOT_AVAILABLE, notUsedText } from '#app/results/messages.ts';
import { stickyCell, WideTable } from '#app/ui/wide-table.tsx';

/** The table within the label: one column per merged sample, chemicals grouped by category. */
export function LabFactsTable({ columns, ...shown }: Shown & { columns: LabColumn[] }) {
  return (
    <WideTable label="Table of results" hint="Scroll sideways for every sample" className="">
      <caption className="pt-2 text-left font-sans text-sm font-semibold">
        <span className="sticky left-0">Amounts in {shown.unit.label}</span>
      </caption>
      <thead>
        <tr className="border-b-4 border-ink align-bottom">
          <th
            scope="col"
            className={`${stickyCell} py-2 pr-3 text-left label font-medium text-ink-soft`}
          >
            Chemical
          </th>
          {columns.map((column, index) => (
            <ColumnHead key={column.sampleIds.join()} column={column} number={index + 1} />
          ))}
        </tr>
      </thead>
      {labGroups(columns).map(({ category, rows }) => (
        <tbody key={category} className="border-b-4 border-ink">
          <tr>
            <th
              scope="rowgroup"
              colSpan={1 + columns.length}
              className="pt-3 pb-1.5 text-left font-sans text-base font-bold"
            >
              <span className="sticky left-0">{category}</span>
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.subject} row={row} {...shown} />
          ))}
        </tbody>
      ))}
    </WideTable>
  );
}

interface Shown {
  unit: LabUnit;
  /** Grams; null where unknown. */
  servingG: number | null;
  onOpen: (chemical: ChemicalKey) => void;
}

function ColumnHead({ column, number }: { column: LabColumn; number: number }) {
  const { sampleIds, lot, notes, notUsed } = column;
  return (
    <th scope="col" className="min-w-28 py-2 pl-4 text-right font-normal">
      <span className="block font-medium">Sample {number}</span>
      <span className="block text-xs text-ink-soft">Lot {lot ?? NOT_AVAILABLE}</span>
      {notes && <span className="block max-w-56 ml-auto text-xs text-ink-soft">{notes}</span>}
      {notUsed && (
        <span className="block max-w-56 ml-auto text-xs text-danger">{notUsedText(notUsed)}</span>
      )}
      {sampleIds.length > 1 && (
        <span className="block text-xs text-ink-soft">{sampleIds.length} samples of this lot</span>
      )}
    </th>
  );
}

function Row({
  row: { subject, name, detail, cells },
  unit,
  servingG,
  onOpen,
}: Shown & { row: LabRow }) {
  return (
    <tr className="border-t border-line-strong">
      <th scope="row" className={`${stickyCell} pr-3 text-left font-normal`}>
        {!isChemicalKey(subject) ? (
          <span className="block min-w-28 py-2">
            <span className="block font-medium">{name}</span>
            <span className="block font-sans text-xs text-ink-faint">{detail}</span>
          </span>
        ) : (
          <>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(subject)}
              className="group min-h-9 py-1 text-left noscript:hidden"
            >
              <Name name={name} detail={detail} />
            </button>
            <span className="hidden py-2 noscript:block">
              <Name name={name} detail={detail} />
            </span>
          </>
        )}
      </th>
      {cells.map((cell, index) => {
        const text = labCellText(cell, subject, unit, servingG);
        const isFigure = cell && isQuantified(cell) && text !== NO_TDI;
        return (
          <td
            // oxlint-disable-next-line react/no-array-index-key -- the columns stand still
            key={index}
            className={`py-2 pl-4 text-right whitespace-nowrap ${isFigure ? 'font-medium text-ink' : 'text-ink-faint'}`}
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
}

/** The short name, and the long one where there is room; both are always read aloud. */
function Name({ name, detail }: { name: string; detail: string }) {
  return (
    <>
      <span className="font-medium group-[button]:text-accent-ink group-[button]:underline group-[button]:decoration-line-strong group-[button]:underline-offset-4 group-hover:decoration-2">
        {name}
      </span>{' '}
      <span className="sr-only @4xl:not-sr-only @4xl:ml-2 @4xl:inline font-sans text-ink-faint">
        {detail}
      </span>
    </>
  );
}
