import { concentrationColumn, dateColumns } from '#app/results/sample-columns.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { parseSampleRow, type Sample } from '#app/results/samples/sample-row.ts';
import { chemicalOf, datasetChemicals } from '#app/toxicology/chemicals.ts';
import { readConcentration, type DecimalSign, type Taken } from './concentrations.ts';
import type { Control, ControlKind } from '#app/results/control.ts';
import { parentOf } from './controls.ts';
import { readDay } from './days.ts';
import type { LabEntry, LabResult } from './lab-entry.ts';
import { NO_SHARE, type Unit } from './units.ts';

export interface How {
  about: number;
  sign: DecimalSign;
  unit: Unit | undefined;
}

export interface ReadSample {
  sample: Sample | null;
  problems: FileProblem[];
  taken: { what: Taken; where: string }[];
}

export const NO_UNIT = 'states no unit';

/** Whether a complaint is about a whole column's unit. */
export function isAboutUnit(reason: string): boolean {
  return reason.includes(NO_UNIT) || reason.includes(NO_SHARE);
}

export function readSample(entry: LabEntry, how: How): ReadSample {
  const problems: FileProblem[] = [];
  const taken: ReadSample['taken'] = [];
  const cells = new Map<string, string>([['id', sampleId(entry.id, how.about)]]);
  for (const [column, cell] of entry.facts) {
    const isDate = (dateColumns as readonly string[]).includes(column);
    const day = isDate ? readDay(cell) : { ok: true as const, day: cell };
    if (day.ok) cells.set(column, day.day);
    else problems.push({ line: entry.line, reason: `${column}: ${day.reason}` });
  }
  const methods = new Map<string, Set<string>>();
  for (const result of entry.results) {
    const found = concentrationOf(result, how);
    if (!found.ok) {
      problems.push({ line: result.line, reason: `${result.heading}: ${found.reason}` });
      continue;
    }
    cells.set(concentrationColumn(result.key), found.ngG);
    const { abbreviation, family } = chemicalOf(result.key);
    taken.push(...found.taken.map((what) => ({ what, where: `${abbreviation} of ${entry.id}` })));
    const column =
      family === 'bisphenols' ? 'analysis_method_bisphenols' : 'analysis_method_phthalates';
    if (result.method) methods.set(column, (methods.get(column) ?? new Set()).add(result.method));
  }
  for (const [column, names] of methods)
    if (!cells.has(column)) cells.set(column, [...names].join('; '));
  for (const { key } of datasetChemicals) {
    const column = concentrationColumn(key);
    if (!cells.has(column)) cells.set(column, 'NO RESULT');
  }
  if (problems.length > 0) return { sample: null, problems, taken };
  const { sample, reasons } = parseSampleRow(cells, entry.line, how.about);
  problems.push(...reasons.map((reason) => ({ line: entry.line, reason })));
  return { sample, problems, taken };
}

/** Ids are published, and stand for one sample everywhere: a laboratory's `1` is not alone. */
function sampleId(id: string, about: number): string {
  return id.includes(String(about)) ? id : `${about}: ${id}`;
}

function concentrationOf({ text, limit, flag, unit, limitUnit }: LabResult, how: How) {
  const known = unit ?? how.unit;
  const own = limit === '' ? undefined : limitUnit;
  for (const stated of [known, own]) {
    if (stated && !stated.ok) return { ok: false as const, reason: stated.reason };
  }
  const power = known?.ok ? known.power : 0;
  const limitPower = own?.ok ? own.power : power;
  const read = readConcentration({ result: text, limit, flag, power, limitPower }, how.sign);
  if (!read.ok || known || !/\d/.test(read.ngG)) return read;
  return {
    ok: false as const,
    reason: `it ${NO_UNIT}: add it to the heading, such as "(ng/g)", or choose it above`,
  };
}

export function controlOf(
  entry: LabEntry,
  choices: ReadonlyMap<number, string>,
  ids: readonly string[],
  how: How,
): Control {
  return {
    line: entry.line,
    id: entry.id,
    kind: (choices.get(entry.line) ?? 'other') as ControlKind,
    of:
      [entry.id, ...entry.otherIds].map((id) => parentOf(id, ids)).find((id) => id !== null) ??
      null,
    results: Object.fromEntries(
      entry.results.flatMap((result): [string, string][] => {
        if (result.text === '' && result.flag === '') return [];
        const { abbreviation } = chemicalOf(result.key);
        const percent = percentageOf(result);
        if (percent) return [[abbreviation, percent]];
        const read = concentrationOf(result, how);
        return [[abbreviation, read.ok ? read.ngG : result.text]];
      }),
    ),
  };
}

/** What a spike's line says was recovered of it. */
function percentageOf({ text, unit }: LabResult): string | undefined {
  const digits = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(text);
  if (!digits) return undefined;
  const isPercent = digits[2] === '%' || (unit && !unit.ok && unit.reason.startsWith('it is in %'));
  return isPercent ? `${digits[1]?.replace(',', '.')}%` : undefined;
}
