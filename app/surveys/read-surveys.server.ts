import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { quotedCells } from '#app/kit/csv.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Survey, SurveyFound, SurveyKey, SurveyRole, SurveyRow } from './survey.ts';
import { surveys } from './surveys.ts';

const cellsOf = new Map<SurveyKey, readonly (readonly string[])[]>();
let rows: readonly SurveyRow[] | undefined;

/** Every row of every survey, in the order of their files; read once. */
export function surveyRows(): readonly SurveyRow[] {
  rows ??= surveys.flatMap((survey) => {
    const roles = survey.file.columns.map(([, , role]) => role);
    return surveyCells(survey).map((cells) => {
      const said = (role: SurveyRole) => cells[roles.indexOf(role)] ?? '';
      const [city, group] = [said('city'), said('group')];
      return {
        survey: survey.key,
        food: said('food'),
        sample: said('sample'),
        on: dayOf(said('on')),
        analyte: analyteOf(said('analyte')),
        found: foundOf(said),
        ...(city && { city }),
        ...(group && { group }),
      };
    });
  });
  return rows;
}

/**
 * A survey's cells as they stand, in the order of its columns and without its heading. Throws where the
 * file is not the one that was copied.
 */
export function surveyCells({ key, file }: Survey): readonly (readonly string[])[] {
  const known = cellsOf.get(key);
  if (known) return known;
  const text = readFileSync(file.path, 'utf8');
  if (hash('sha256', text) !== file.sha256) throw new Error(`${file.path} was changed`);
  const [heading, ...cells] = text.trimEnd().split('\n').map(cellsOfLine);
  if (heading?.join() !== file.columns.map(([name]) => name).join() || cells.length !== file.rows)
    throw new Error(`${file.path} is not as described`);
  cellsOf.set(key, cells);
  return cells;
}

function cellsOfLine(line: string): readonly string[] {
  const cells = quotedCells(line, ',');
  if (typeof cells === 'string') throw new Error(cells);
  return cells;
}

/** `2009-01-01` as it stands, `9/15/13` as a day of this century, a fiscal year as such. */
function dayOf(text: string): string {
  const [month = '', day = '', year] = text.split('/');
  return year ? `20${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** Names that are neither a chemical's full name here nor followed by its abbreviation. */
const KEYS: Partial<Record<string, string>> = {
  'Di-n-butyl phthalate': 'dbp',
  'n-Butyl benzyl phthalate': 'bbp',
  lead: 'pb',
  cadmium: 'cd',
  'arsenic (total)': 'as',
  'mercury (total)': 'hg',
};

function analyteOf(name: string): string {
  const short = /\((\w+)\)$/.exec(name)?.[1];
  const chemical = chemicals.find(
    ({ abbreviation, fullName }) => abbreviation === short || fullName === name,
  );
  return KEYS[name] ?? chemical?.key ?? name;
}

const LIMITS = ['LOD', 'MDL', 'LOQ'] as const;

/** A limit of 0 is none, and the value beside what was not detected means nothing. */
function foundOf(said: (role: SurveyRole) => string): SurveyFound {
  const text = said('value');
  const perUnit = said('unit') === 'µg/g' ? 1000 : 1;
  const inNgG = (cell: string) => Number((Number(cell) * perUnit).toPrecision(12));
  const limits = LIMITS.map((limit) => ({ limit, ngG: inNgG(said(limit)) }));
  const stated = limits.filter(({ ngG }) => ngG > 0);
  const [first] = stated;
  if (said('operator') && said('operator') !== '=')
    return first ? { kind: 'below', ...first } : { kind: 'unstated', text: said('operator') };
  if (!/^\d/.test(text)) return { kind: 'unstated', text };
  const ngG = inNgG(text);
  const under = stated.find((one) => ngG < one.ngG)?.limit;
  return { kind: 'measured', ngG, ...(under && { under }) };
}
