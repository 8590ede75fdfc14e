import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { Column, GridLine, LabTable } from './lab-entry.ts';
import { readLabHeading, type Meaning } from './headings.ts';
import type { Unit } from './units.ts';

/** A header stands among these. */
const LINES_SEARCHED = 60;

/** The line with the most headings that mean something. */
export function headerAt(lines: readonly GridLine[]): number | undefined {
  const scores = lines.slice(0, LINES_SEARCHED).map(({ cells }) => {
    const meanings = cells.map(readLabHeading);
    const has = (is: Meaning['is']) => meanings.some((meaning) => meaning.is === is);
    const chemicals = meanings.filter(({ is }) => is === 'chemical').length;
    const isLong = (has('analyte') || has('cas')) && has('part');
    if (!isLong && chemicals < (has('sample') ? 1 : 2)) return 0;
    return meanings.filter(({ is }) => is !== 'unknown').length + (isLong ? 1_000 : 0);
  });
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : scores.indexOf(best);
}

/** Columns as the header, and the lines of headings above and below it, mean them. */
export function columnsOf(
  lines: readonly GridLine[],
  at: number,
): { columns: Column[]; used: number } {
  const header = lines[at]?.cells ?? [];
  const below = lines[at + 1]?.cells ?? [];
  const parts = below.map(readLabHeading);
  const hasParts =
    parts.filter(({ is }) => is === 'part').length >= 2 &&
    parts.every(({ is }, index) => is !== 'unknown' || (below[index] ?? '').trim() === '');
  const width = hasParts ? Math.max(header.length, below.length) : header.length;
  let chemical: { key: ChemicalKey; unit?: Unit; heading: string } | undefined;
  const columns = Array.from({ length: width }, (_, index): Column => {
    const own = header[index]?.trim() ?? '';
    const sub = hasParts ? (below[index]?.trim() ?? '') : '';
    const meaning = readLabHeading(own);
    if (own !== '') chemical = meaning.is === 'chemical' ? { ...meaning, heading: own } : undefined;
    const heading = [own || (sub && chemical?.heading), sub].filter(Boolean).join(' ');
    const subMeaning = readLabHeading(sub);
    if (chemical && subMeaning.is === 'part') {
      const unit = subMeaning.unit ?? chemical.unit;
      const part = { key: chemical.key, part: subMeaning.part, ...(unit ? { unit } : {}) };
      return { at: index, heading, meaning: { is: 'chemical', ...part } };
    }
    if (own === '' && sub !== '') return { at: index, heading: sub, meaning: subMeaning };
    return { at: index, heading, meaning };
  });
  return { columns, used: hasParts ? 2 : 1 };
}

export function headingProblems(
  { header, columns, rows }: LabTable,
  isLong: boolean,
): FileProblem[] {
  const problems: FileProblem[] = [];
  const refuse = (reason: string) => problems.push({ line: header, reason });
  const results = columns.filter(
    ({ meaning }) => meaning.is === 'chemical' && meaning.part === 'result',
  );
  for (const { heading, meaning } of columns) {
    if (meaning.is === 'contradiction') {
      refuse(
        `the column ${JSON.stringify(heading)} names one chemical and the CAS number of another`,
      );
    }
  }
  const keys = results.map(({ meaning }) => (meaning.is === 'chemical' ? meaning.key : ''));
  for (const key of new Set(keys.filter((one, at) => keys.indexOf(one) !== at))) {
    const twice = results.filter(({ meaning }) => meaning.is === 'chemical' && meaning.key === key);
    refuse(
      `${twice.map(({ heading }) => JSON.stringify(heading)).join(' and ')} both hold ${key.toUpperCase()}: keep one of them`,
    );
  }
  if (!columns.some(({ meaning }) => meaning.is === 'sample')) {
    refuse('no column names the samples: head it "Sample ID"');
  }
  const twofold = columns.filter(
    ({ meaning }) => isLong && meaning.is === 'part' && meaning.part === 'result',
  );
  if (rows.some(({ cells }) => differ(twofold.map(({ at }) => cells[at]?.trim() ?? '')))) {
    const names = twofold.map(({ heading }) => JSON.stringify(heading)).join(' and ');
    refuse(`${names} both hold results: keep the one that is to be published`);
  }
  if (
    isLong &&
    !columns.some(({ meaning }) => meaning.is === 'part' && meaning.part === 'result')
  ) {
    refuse('no column holds the results: head it "Result"');
  }
  return problems;
}

function differ(cells: readonly string[]): boolean {
  return new Set(cells.filter((cell) => cell !== '')).size > 1;
}

export function unreadOf(columns: readonly Column[], isLong: boolean): string[] {
  return columns
    .filter(({ meaning, heading }) => {
      if (heading === '') return false;
      if (meaning.is === 'unknown') return true;
      return !isLong && meaning.is === 'part' && meaning.part !== 'unit';
    })
    .map(({ heading }) => heading);
}
