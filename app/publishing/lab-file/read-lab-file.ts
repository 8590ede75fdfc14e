import { requiredColumns } from '#app/results/sample-columns.ts';
import { parseSamplesFile, type FileProblem } from '#app/results/samples/samples-file.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Control, ControlKind } from '#app/results/control.ts';
import { decimalSignOf } from './concentrations.ts';
import { controlKind, parentOf } from './controls.ts';
import { doubtsOf } from './file-doubts.ts';
import { gridOf } from './grid.ts';
import type { LabEntry, Layout } from './lab-entry.ts';
import { readLayout } from './layout.ts';
import { controlOf, isAboutUnit, NO_UNIT, readSample, type How } from './read-sample.ts';
import { isSample, type Answers, type Reading } from './reading.ts';
import { readUnit } from './units.ts';

/** Lines of a file about one product: fifty samples by sixty chemicals, and nobody waits for it. */
const LINES_READ = 3_000;
const tooLong = {
  line: LINES_READ + 1,
  reason: `the file has more than ${LINES_READ.toLocaleString('en-US')} lines: send this product’s alone`,
};

/**
 * Reads a laboratory's file. One in the site's own format is read as `parseSamplesFile` does; where
 * that fails, a file about one product may stand as laboratories write theirs: see `readLayout`.
 * Controls are set aside, and every concentration comes out in ng/g. Nothing is guessed silently:
 * what is taken for granted is a doubt, what can't be read is a problem, and all come at once.
 */
export function readLabFile(text: string, about?: number, answers: Answers = {}): Reading {
  const own = parseSamplesFile(text, about);
  if (own.ok) return withoutControls(own.samples, answers);
  if (about === undefined) return { ...own, lacksUnit: false, named: [] };
  const { lines, problems } = gridOf(text);
  if (lines.length > LINES_READ)
    return isOwnFormat(text) ? failed(own.problems) : failed([tooLong]);
  const layout = readLayout(lines);
  const reading =
    'reason' in layout
      ? failed([...problems, layout])
      : readEntries(layout, problems, about, answers);
  return !reading.ok && isOwnFormat(text) ? { ...reading, problems: own.problems } : reading;
}

/** The headings of a laboratory's table on one line; undefined where no table is found. */
export function headingsOf(text: string): string | undefined {
  const layout = readLayout(gridOf(text).lines.slice(0, LINES_READ));
  return 'reason' in layout ? undefined : layout.headings;
}

/** A header of the site's own columns alone: what is wrong with such a file is said in its terms. */
function isOwnFormat(text: string): boolean {
  const header =
    text
      .split('\n', 1)[0]
      ?.split(/[\t,]/)
      .map((cell) => cell.trim()) ?? [];
  return (
    header.includes('id') && requiredColumns.filter((column) => header.includes(column)).length > 8
  );
}

function withoutControls(all: readonly Sample[], answers: Answers): Reading {
  const chosen = (sample: Sample) =>
    answers.lines?.[sample.line] ?? controlKind(sample.id) ?? 'sample';
  const samples = all.filter((sample) => isSample(chosen(sample)));
  const ids = samples.map(({ id }) => id);
  const controls = all
    .filter((sample) => !isSample(chosen(sample)))
    .map((sample): Control => ({
      line: sample.line,
      id: sample.id,
      kind: chosen(sample) as ControlKind,
      of: parentOf(sample.id, ids),
      results: Object.fromEntries(
        chemicals.flatMap(({ key, abbreviation }) => {
          const written = sample.measurements[key]?.reported.trim() ?? '';
          return written === '' ? [] : [[abbreviation, written]];
        }),
      ),
    }));
  const named = all.map((sample) => ({ line: sample.line, id: sample.id, choice: chosen(sample) }));
  if (samples.length === 0) return failed([noSample(all[0]?.line ?? 1)], named);
  return { ok: true, samples, controls, doubts: [], named, otherIds: new Map() };
}

function noSample(line: number): FileProblem {
  return { line, reason: 'every line looks like a control: say which ones are samples' };
}

function readEntries(
  layout: Layout,
  broken: readonly FileProblem[],
  about: number,
  answers: Answers,
): Reading {
  const { entries } = layout;
  const named = entries.map((entry) => ({
    line: entry.line,
    id: entry.id,
    choice:
      answers.lines?.[entry.line] ??
      controlKind(entry.type, entry.id, ...entry.otherIds) ??
      'sample',
  }));
  const choices = new Map(named.map(({ line, choice }) => [line, choice]));
  const isOne = ({ line }: LabEntry) => isSample(choices.get(line) ?? '');
  const chosen = entries.filter(isOne);
  const problems = [...broken, ...layout.problems];
  const sign = decimalSignOf(
    chosen.flatMap(({ results }) => results.flatMap(({ text, limit }) => [text, limit])),
  );
  if (sign === 'mixed') {
    problems.push({
      line: entries[0]?.line ?? 1,
      reason:
        'numbers are written both with decimal points and with decimal commas: write them alike',
    });
  }
  const how: How = {
    about,
    sign: sign === 'mixed' ? undefined : sign,
    unit: answers.unit ? readUnit(answers.unit) : undefined,
  };
  const read = chosen.map((entry) => readSample(entry, how));
  problems.push(...read.flatMap((one) => one.problems), ...twice(chosen));
  const ids = chosen.map(({ id }) => id);
  if (entries.length > 0 && chosen.length === 0) problems.push(noSample(entries[0]?.line ?? 1));
  const [first, ...rest] = distinct(problems).toSorted((a, b) => a.line - b.line);
  if (first) {
    const lacksUnit = problems.some(({ reason }) => reason.includes(NO_UNIT));
    return { ok: false, problems: [first, ...rest], lacksUnit, named };
  }
  const samples = read.flatMap(({ sample }) => sample ?? []);
  return {
    ok: true,
    samples,
    controls: entries
      .filter((entry) => !isOne(entry))
      .map((entry) => controlOf(entry, choices, ids, how)),
    doubts: doubtsOf(layout, chosen, read, how),
    named,
    otherIds: new Map(
      read.flatMap(({ sample }, at) => {
        const entry = chosen[at];
        return sample && entry ? [[sample.id, [entry.id, ...entry.otherIds]] as const] : [];
      }),
    ),
  };
}

function twice(entries: readonly LabEntry[]): FileProblem[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ id, line }) => {
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, line);
      return [];
    }
    return [
      {
        line,
        reason: `the sample ${JSON.stringify(id)} is already on line ${before}: if one of them is a duplicate, say so above`,
      },
    ];
  });
}

/** Each once; what is said of a unit, once for all lines of its column. */
function distinct(problems: readonly FileProblem[]): FileProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ line, reason }) => {
    const text = isAboutUnit(reason) ? reason : `${line} ${reason}`;
    return !seen.has(text) && seen.add(text);
  });
}

function failed(problems: readonly FileProblem[], named: Reading['named'] = []): Reading {
  const [first = { line: 1, reason: 'the file is empty' }, ...rest] = problems;
  return { ok: false, problems: [first, ...rest], lacksUnit: false, named };
}
