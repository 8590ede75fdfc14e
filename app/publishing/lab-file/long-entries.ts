import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { chemicalNamed, isLabeled } from './chemical-names.ts';
import type { FactColumn, Meaning } from './headings.ts';
import type { GridLine, LabEntry, LabResult, Layout, LabTable } from './lab-entry.ts';
import { lineCells, unitAbove } from './line-cells.ts';
import { agreedUnit, unitIn, type Unit } from './units.ts';

type OpenEntry = LabEntry & { results: LabResult[]; facts: Map<FactColumn, string> };

export function longEntries(table: LabTable): Omit<Layout, 'unread' | 'headings' | 'dry'> {
  const problems: FileProblem[] = [];
  const remarks: GridLine[] = [];
  const fileUnit = unitAbove(table.before);
  const found = new Map<string, OpenEntry>();
  const setAside = new Map<string, number>();
  for (const row of table.rows) {
    const { ids, type, method, part, facts, limit } = lineCells(row, table);
    const text = (is: Meaning['is']) =>
      table.columns
        .filter(({ meaning }) => meaning.is === is)
        .map(({ at }) => row.cells[at]?.trim() ?? '')
        .find((cell) => cell !== '') ?? '';
    const [analyte, cas, result] = [text('analyte'), text('cas'), part('result')];
    const key = chemicalOfLine(analyte, cas);
    if (ids.length === 0 && key !== undefined && result !== '') {
      const reason = 'the line has a result but names no sample: write the sample on every line';
      problems.push({ line: row.line, reason });
      continue;
    }
    if (ids.length === 0 || (analyte === '' && cas === '')) {
      remarks.push(row);
      continue;
    }
    if (key === 'contradiction') {
      problems.push({
        line: row.line,
        reason: `${JSON.stringify(analyte)} and the CAS number ${cas} are not the same chemical: correct one of them`,
      });
      continue;
    }
    if (key === undefined) {
      const name = analyte || cas;
      setAside.set(name, setAside.get(name) ?? row.line);
      continue;
    }
    const id = ids[0] ?? '';
    const group = JSON.stringify([id, type, ...ids.slice(1)]);
    const entry: OpenEntry = found.get(group) ?? {
      line: row.line,
      id,
      otherIds: ids.slice(1),
      type,
      facts: new Map(),
      results: [],
    };
    found.set(group, entry);
    for (const [column, cell] of facts) {
      const before = entry.facts.get(column);
      if (before !== undefined && before !== cell) {
        problems.push({
          line: row.line,
          reason: `${column}: ${JSON.stringify(cell)} here, but ${JSON.stringify(before)} on another line of ${id}`,
        });
      }
      entry.facts.set(column, cell);
    }
    if (entry.results.some((one) => one.key === key)) {
      const { line } = entry.results.find((one) => one.key === key) ?? row;
      problems.push({
        line: row.line,
        reason: `${chemicalOf(key).abbreviation} of ${id} is already on line ${line}: keep one of them`,
      });
      continue;
    }
    const unit = agreedUnit(unitIn(part('unit')), unitOfResult(table), fileUnit);
    entry.results.push({
      key,
      line: row.line,
      heading: analyte || cas,
      text: result,
      limit: limit.cell,
      flag: `${part('flag')}${/^(?:n|no|false|0)$/i.test(part('detect')) ? ' U' : ''}`,
      unit,
      limitUnit: agreedUnit(unitIn(part('limit-unit')), limit.unit),
      method,
    });
  }
  for (const name of setAside.keys())
    remarks.push({ line: setAside.get(name) ?? 0, cells: [name] });
  return { entries: [...found.values()], problems, remarks };
}

function chemicalOfLine(analyte: string, cas: string): ChemicalKey | 'contradiction' | undefined {
  const [named, numbered] = [chemicalNamed(analyte), chemicalNamed(cas)];
  if (named === 'contradiction' || numbered === 'contradiction') return 'contradiction';
  if (named && cas !== '' && numbered !== named) return 'contradiction';
  return named ?? (isLabeled(analyte) ? undefined : numbered);
}

function unitOfResult({ columns }: LabTable): Unit | undefined {
  for (const { meaning } of columns) {
    if (meaning.is === 'part' && meaning.part === 'result' && meaning.unit) return meaning.unit;
  }
  return undefined;
}
