import type { Control } from '#app/results/answers/control.ts';
import { concentrationColumn, provenanceColumns } from '#app/results/sample-columns.ts';
import { panelOfSample, parseSampleRow, type Sample } from '#app/results/samples/sample-row.ts';
import { parseSamplesFile, type FileProblem } from '#app/results/samples/samples-file.ts';
import { tableLines } from '#app/results/samples/table-lines.ts';
import {
  abbreviationOf,
  allSubstances,
  panelNaming,
  panelOf,
  reportable,
  type PanelKey,
  type SubstanceKey,
} from '#app/toxicology/panels/panels.ts';
import { hasHeadings, headerReasons, isLong, TYPES, UNITS, type LineType } from './lab-columns.ts';
import { readResult, saysTheSame, statedReasons } from './read-result.ts';
import { wholeFileProblem } from './whole-file.ts';

/** Lines of a file about one product: fifty samples by sixty chemicals. */
const LINES_READ = 3_000;

/** A sample or a control of the file, with a result for each chemical that it names. */
interface Entry {
  readonly line: number;
  readonly name: string;
  readonly type: LineType;
  readonly of: string;
  readonly cells: Map<string, string>;
  readonly results: Map<SubstanceKey, string>;
  readonly written: WrittenResult[];
}

/**
 * Reads a laboratory's file: PlasticList's own format, or one of two shapes with exact headings
 * (`lab-columns.ts`), in which unit, kind of limit, and basis stand in columns of their own. Every
 * concentration comes out in ng/g, and controls are set aside. Nothing is guessed: what is not
 * documented is a problem, and all come at once. `about`: the product that the whole file is about,
 * which the two shapes need, and `panel` what that is tested for; else it goes by the headings.
 */
export function readLabFile(text: string, about?: number, panel?: PanelKey): Reading {
  const whole = wholeFileProblem(text, about, panel);
  const reading = whole ? failed([whole]) : readLines(text, about, panel);
  const problems = reading.ok ? zerosOf(reading.samples) : reading.problems;
  if (!reading.ok || problems.length > 0) return failed(onceEach(problems));
  return { ...reading, doubts: [...reading.doubts, ...totalDoubt(reading.samples)] };
}

function readLines(text: string, about?: number, known?: PanelKey): Reading {
  const [header, ...lines] = tableLines(text);
  const columns = 'cells' in header ? header.cells.map((cell) => cell.trim()) : [];
  const panel = known ?? panelNaming(columns).key;
  if (about === undefined || !hasHeadings(columns, panel)) return ownFormat(text, about);
  const reasons = headerReasons(columns, panel);
  if (reasons.length > 0) return failed(reasons.map((reason) => ({ line: 1, reason })));
  if (lines.length > LINES_READ) {
    const reason = `the file has more than ${LINES_READ.toLocaleString('en-US')} lines: send this product’s alone`;
    return failed([{ line: LINES_READ + 2, reason }]);
  }
  const problems: FileProblem[] = [];
  const taking = {
    about,
    panel,
    entries: new Map<string, Entry>(),
    lowResults: [],
    thousands: [],
    isLong: isLong(columns),
  };
  for (const line of lines) {
    const refuse = (reason: string) => problems.push({ line: line.line, reason });
    if ('reason' in line) {
      refuse(line.reason);
    } else if (line.cells.length === columns.length) {
      const row = new Map(columns.map((column, at) => [column, tidied(line.cells[at] ?? '')]));
      takeIn(row, line.line, { ...taking, refuse });
    } else {
      refuse(`${line.cells.length} cells where the header has ${columns.length}`);
    }
  }
  return finished(problems, taking);
}

/** PlasticList's format has samples alone, in ng/g, with limits of quantification. */
function ownFormat(text: string, about?: number): Reading {
  const own = parseSamplesFile(text, about);
  if (!own.ok) return own;
  const written = own.samples.flatMap((sample) =>
    allSubstances.flatMap(({ key }): WrittenResult[] => {
      const { reported = '', loqNgG = null } = sample.measurements[key] ?? {};
      const text = reported.trim();
      return text === '' || text === 'NO RESULT'
        ? []
        : [{ sample: sample.id, key, text, unit: 'ng/g', limitNgG: loqNgG }];
    }),
  );
  const thousands = written.flatMap(({ sample, key, text }) => ofThousands(sample, key, text));
  const doubts = thousandsDoubt(thousands);
  return { ok: true, samples: own.samples, controls: [], doubts, written };
}

/** `1.240` is a thousand and more where a point sets thousands apart, as in German. */
const THOUSANDS = /^[<>]?[1-9]\d{0,2}\.\d{3}$/;

function ofThousands(sample: string, key: SubstanceKey, ...texts: readonly string[]): string[] {
  return texts
    .filter((text) => THOUSANDS.test(text))
    .map((text) => `${abbreviationOf(key)} of ${sample} (${text})`);
}

function thousandsDoubt(found: readonly string[]): string[] {
  const why = 'a point before three digits. It is read as a decimal point, not as thousands.';
  return doubtOf(found, why);
}

/** No laboratory sees that there is no metal at all, and 0 would be within every limit. */
function zerosOf(samples: readonly Sample[]): FileProblem[] {
  return samples
    .filter((sample) => panelOfSample(sample).key === 'metals')
    .flatMap(({ line, id, measurements }) =>
      allSubstances.flatMap(({ key, abbreviation }) => {
        const reason = `${abbreviation} of ${id} is 0: write "<" and the limit, or ND`;
        return measurements[key]?.valueNgG === 0 ? [{ line, reason }] : [];
      }),
    );
}

/** Spaces that nobody sees, and unbreakable ones among them, do not make another text. */
function tidied(cell: string): string {
  return cell.trim().replaceAll(/\s+/g, ' ');
}

/** Inorganic arsenic is rarely so much of all arsenic. */
const TOTAL_PERCENT = 90;

/** Results for all arsenic under the name of inorganic arsenic show as much the same figures, or as these alone. */
function totalDoubt(samples: readonly Sample[]): string[] {
  const parts = samples.flatMap(({ measurements: { as, ias } }) =>
    ias && ias.status !== 'not_tested' ? [{ as, ias }] : [],
  );
  const asTotal = parts.filter(({ as, ias }) => {
    if (!as || as.status === 'not_tested' || saysTheSame(as.reported, ias.reported)) return true;
    return as.valueNgG && (ias.valueNgG ?? 0) * 100 >= TOTAL_PERCENT * as.valueNgG;
  });
  const doubt = `In most samples iAs is the same as As or at least ${TOTAL_PERCENT}% of it, or As was not tested. Inorganic arsenic is read, not all arsenic.`;
  return asTotal.length * 2 > parts.length ? [doubt] : [];
}

interface Taking {
  about: number;
  panel: PanelKey;
  entries: Map<string, Entry>;
  refuse: (reason: string) => void;
  lowResults: string[];
  thousands: string[];
  isLong: boolean;
}

/** Takes a line in: to an entry of its own, or to its sample's where each result has a line. */
function takeIn(row: Map<string, string>, line: number, taking: Taking): void {
  const { entries, refuse } = taking;
  const cell = (column: string) => row.get(column) ?? '';
  const type = TYPES.find((one) => one === cell('type'));
  const name = cell('sample');
  if (name === '') refuse('sample is empty: write which sample the line is of');
  const code = /^(\d{4})-\d+$/.exec(name)?.[1];
  if (type === 'sample' && code !== undefined && Number(code) !== taking.about) {
    refuse(
      `sample is "${name}", and the file is about product ${taking.about}: send product ${code}’s alone, or write the name as ${taking.about}-1`,
    );
  }
  if (!type) refuse(`type is ${JSON.stringify(cell('type'))}: write ${TYPES.join(', ')}`);
  const unit = cell('unit').replaceAll('\u03BC', 'µ');
  for (const reason of statedReasons(unit, cell('limit_kind'), cell('basis'))) refuse(reason);
  if (name === '' || !type) return;
  const id = JSON.stringify([publishedId(name, taking.about), type]);
  const before = entries.get(id);
  if (before && !taking.isLong) {
    refuse(
      `the sample ${JSON.stringify(name)} is already on line ${before.line}: give each line a name of its own`,
    );
    return;
  }
  const entry = before ?? {
    line,
    name,
    type,
    of: cell('of'),
    cells: new Map<string, string>(),
    results: new Map<SubstanceKey, string>(),
    written: [],
  };
  entries.set(id, entry);
  for (const column of ['of', 'serving_size_g', ...provenanceColumns]) {
    const sentence = entry.cells.get(column);
    if (sentence !== undefined && sentence !== cell(column)) {
      refuse(
        `${column} is ${JSON.stringify(cell(column))}, and ${JSON.stringify(sentence)} on line ${entry.line}: write the same on each line of a sample`,
      );
    }
    entry.cells.set(column, cell(column));
  }
  if (!taking.isLong) {
    for (const { key, abbreviation } of allSubstances) {
      if (row.has(abbreviation)) addResult(entry, key, cell(abbreviation), '', unit, taking);
    }
    return;
  }
  const key = substanceOfLine(cell('chemical'), cell('cas'), taking.panel);
  if (typeof key === 'object') refuse(key.reason);
  else if (entry.results.has(key))
    refuse(`${cell('chemical')} of ${name} stands on a line above: keep one of them`);
  else addResult(entry, key, cell('result'), cell('limit'), unit, taking);
}

function addResult(
  entry: Entry,
  key: SubstanceKey,
  text: string,
  limit: string,
  unit: string,
  { refuse, lowResults, thousands, panel }: Taking,
): void {
  const abbreviation = abbreviationOf(key);
  const power = UNITS[unit] ?? 0;
  const read = readResult({ text, limit, power, isSpike: entry.type === 'spike' });
  if (!read.ok) {
    // Controls are rarely tested for everything.
    if (text === '' && entry.type !== 'sample') return;
    refuse(`${abbreviation} ${read.reason}`);
    entry.results.set(key, 'NO RESULT'); // it is there, if only to be refused
    return;
  }
  entry.results.set(key, read.ngG);
  thousands.push(...ofThousands(entry.name, key, text, limit));
  if (read.isBelowLimit && panel === 'metals' && entry.type === 'sample')
    refuse(`${abbreviation} is ${text}, below its limit ${limit}: write <${limit}, or correct one`);
  else if (read.isBelowLimit) lowResults.push(`${abbreviation} of ${entry.name}`);
  if (read.ngG === 'NO RESULT') return;
  const stated = limit || (text.startsWith('<') ? text.slice(1) : '');
  const limitNgG = stated === '' ? null : Number(stated) * 10 ** power;
  entry.written.push({ sample: entry.name, key, text, unit, limitNgG });
}

function substanceOfLine(name: string, cas: string, panel: PanelKey) {
  const all = reportable(panelOf(panel));
  const found = all.find(
    ({ abbreviation, fullName }) => name === abbreviation || name === fullName,
  );
  if (!found) {
    return {
      reason: `chemical is ${JSON.stringify(name)}: write one of ${all.map(({ abbreviation }) => abbreviation).join(', ')}, or leave the line out`,
    };
  }
  if (cas !== '' && cas !== found.casNumber) {
    return {
      reason: `cas is ${JSON.stringify(cas)}, and ${found.abbreviation} is ${found.casNumber}: correct one of them`,
    };
  }
  return found.key;
}

function finished(problems: FileProblem[], taken: Omit<Taking, 'refuse'>): Reading {
  const { about, panel, lowResults, thousands } = taken;
  const entries = [...taken.entries.values()];
  const own = entries.filter(({ type }) => type === 'sample');
  const names = new Set(own.map(({ name }) => name));
  const controls = entries.filter(({ type }) => type !== 'sample');
  for (const { line, name, type, of } of controls) {
    if ((type === 'duplicate' || of !== '') && !names.has(of)) {
      const reason = `of is ${of === '' ? 'empty' : JSON.stringify(of)}: write the sample that the ${type} ${name} was made of`;
      problems.push({ line, reason });
    }
  }
  if (entries.length === 0 && problems.length === 0) {
    problems.push({ line: 1, reason: 'there is a header but no sample below it' });
  } else if (own.length === 0) {
    problems.push({ line: entries[0]?.line ?? 1, reason: 'no line is of type sample' });
  }
  const samples = own.flatMap((entry) => {
    for (const { key, abbreviation } of panelOf(panel).substances) {
      if (entry.results.has(key) || problems.some(({ line }) => line === entry.line)) continue;
      const reason = `${abbreviation} of ${entry.name} is missing: add it, as NR where it was not tested`;
      problems.push({ line: entry.line, reason });
    }
    return sampleOf(entry, about, problems) ?? [];
  });
  const [first, ...rest] = problems.toSorted((a, b) => a.line - b.line);
  if (first) return { ok: false, problems: [first, ...rest] };
  return {
    ok: true,
    samples,
    controls: controls.map(controlOf),
    doubts: [...doubtsOf(own, lowResults), ...thousandsDoubt(thousands)],
    written: own.flatMap(({ written }) => written),
  };
}

/** The sample as a line of PlasticList's format would have it, by whose rules it is checked. */
function sampleOf(entry: Entry, about: number, problems: FileProblem[]): Sample | null {
  const cells = new Map(entry.cells);
  cells.set('id', publishedId(entry.name, about));
  for (const [key, ngG] of entry.results) cells.set(concentrationColumn(key), ngG);
  const { sample, reasons } = parseSampleRow(cells, entry.line, about);
  problems.push(...reasons.map((reason) => ({ line: entry.line, reason })));
  return sample;
}

/** Ids are published, and stand for one sample everywhere: a laboratory's `1` is not alone. */
function publishedId(name: string, about: number): string {
  return name.includes(String(about)) ? name : `${about}: ${name}`;
}

function controlOf({ line, name, type, of, results }: Entry): Control {
  return {
    line,
    id: name,
    kind: type === 'sample' ? 'other' : type,
    of: of || null,
    results: Object.fromEntries([...results].map(([key, ngG]) => [abbreviationOf(key), ngG])),
  };
}

function doubtsOf(own: readonly Entry[], lowResults: readonly string[]): string[] {
  const unlimited = own.flatMap(({ name, results }) =>
    [...results].flatMap(([key, ngG]) =>
      ngG === 'ND' ? [`${abbreviationOf(key)} of ${name}`] : [],
    ),
  );
  const below = 'below the limit that stands beside. The number is published as it is.';
  return [
    ...doubtOf(unlimited, 'not detected, and the file states no limit.'),
    ...doubtOf(lowResults, below),
  ];
}

/** What a person confirms of these results; nothing of none. */
function doubtOf(results: readonly string[], why: string): string[] {
  return results.length > 0 ? [`${some(results)}: ${why}`] : [];
}

/** So many are named, the rest counted. */
const NAMED = 12;

function some(names: readonly string[]): string {
  const left = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

/** What is wrong in the same way on several lines is said once, at the first. */
function onceEach(problems: readonly FileProblem[]): FileProblem[] {
  return [...Map.groupBy(problems, ({ reason }) => reason)].map(([reason, same]) => {
    const [line = 1, ...others] = same.map((one) => String(one.line));
    const also = others.length > 0 ? ` (also on line ${some(others)})` : '';
    return { line: Number(line), reason: reason + also };
  });
}

function failed(problems: readonly FileProblem[]): Reading {
  const [first = { line: 1, reason: 'the file is empty' }, ...rest] = problems;
  return { ok: false, problems: [first, ...rest] };
}

/** One result of a sample as the file has it, in the unit of its line. */
export interface WrittenResult {
  /** The sample's name in the file. */
  readonly sample: string;
  readonly key: SubstanceKey;
  readonly text: string;
  readonly unit: string;
  /** ng/g: the limit that is stated of it, by itself or beside; null where none is. */
  readonly limitNgG: number | null;
}

/** What a file holds once it is read. */
export interface FileReading {
  readonly ok: true;
  readonly samples: readonly Sample[];
  readonly controls: readonly Control[];
  /** What a person confirms before it is published, a sentence each. */
  readonly doubts: readonly string[];
  readonly written: readonly WrittenResult[];
}

type Reading =
  | FileReading
  | { readonly ok: false; readonly problems: readonly [FileProblem, ...FileProblem[]] };
