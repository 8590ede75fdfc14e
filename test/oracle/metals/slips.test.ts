import { describe, expect, test } from 'vitest';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { lookAtLimits } from '#app/intake/look-twice.ts';
import { cellsToType } from '#app/intake/type-again.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { metalsSaid } from '#app/results/samples/metals-said.ts';
import { readSurveys, type SurveyRow } from './survey-rows.ts';

/*
 * FDA's results as laboratories' files of six samples, of which one is FDA's, each with one slip. A yes that
 * the file without it does not give is refused, asked about, or among the 18 results that are typed again.
 */

const rows = readSurveys().filter(({ result }) => result !== 'NDb');
const NAMES = { pb: 'Pb', cd: 'Cd', as: 'As', hg: 'Hg' } as const;
const PRODUCT = 1042;
/** Grams as fed of a gram of powder. */
const PER_G = 7.5;
/** µg/kg as received: of powder what is enough for lead and cadmium of what is fed. */
const REGISTERED = {
  food: { Pb: 2, Cd: 1, As: 5, Hg: 1 },
  powder: { Pb: 20, Cd: 16, As: 37, Hg: 7 },
};

interface Line {
  sample: string;
  chemical: string;
  unit: string;
  basis: string;
  result: string;
  limit: string;
}
type Slip = (line: Line) => Partial<Line> | undefined;

/** Each of the row's sample and five others, by substance; FDA's result in the first, the others below the limits. */
function linesOf(row: SurveyRow, isBeside: boolean): Line[] {
  const limits = row.isFormula ? REGISTERED.powder : REGISTERED.food;
  return [1, 2, 3, 4, 5, 6].flatMap((number) =>
    Object.entries(limits).map(([chemical, limit]) => {
      const own = number === 1 && NAMES[row.substance] === chemical;
      const found = own ? Number(row.result) * (row.isFormula ? PER_G : 1) : 0;
      const isFound = found >= limit; // `<LOD` is no number
      return {
        sample: `${PRODUCT}-${number}`,
        chemical,
        unit: 'µg/kg',
        basis: 'as received',
        result: isFound ? text(found) : `<${limit}`,
        limit: isFound && !isBeside ? '' : String(limit),
      };
    }),
  );
}

const text = (ngG: number) => String(Number(ngG.toPrecision(9)));
const times = (factor: number) => (written: string) =>
  written && written.replace(/[\d.]+$/, (digits) => text(Number(digits) * factor));

/** A result and its limit so many times as much. */
const scaled =
  (factor: number, stated: Partial<Line> = {}): Slip =>
  ({ result, limit }) => ({
    result: times(factor)(result),
    limit: times(factor)(limit),
    ...stated,
  });

/** What the file says, and what a person would look at. */
function read(lines: readonly Line[], row: SurveyRow) {
  const columns = ['sample', 'type', 'unit', 'limit_kind', 'basis', 'chemical', 'result', 'limit'];
  const cells = lines.map((line): Record<string, string> => ({
    ...line,
    type: 'sample',
    limit_kind: 'LOQ',
  }));
  const table = [columns, ...cells.map((own) => columns.map((column) => own[column] ?? ''))];
  const reading = readLabFile(table.map((one) => one.join(',')).join('\n'), PRODUCT, 'metals');
  if (!reading.ok) return undefined;
  const eaten = row.isFormula
    ? { kind: 'infant-formula', asFedPerG: PER_G }
    : { kind: null, asFedPerG: null };
  const samples = reading.samples.map((one) => ({ ...one, servingG: row.grams }));
  const products = productsOf(samples);
  const registered = row.isFormula
    ? { limits: REGISTERED.powder, asFedPerG: PER_G }
    : { limits: REGISTERED.food };
  const { verdicts } = metalsSaid(products[0]!, eaten);
  return {
    yes: verdicts.filter(({ verdict }) => verdict === 'yes').map(({ limit }) => limit.id),
    doubts: () => [...reading.doubts, ...lookAtLimits(samples, reading.written, registered)],
    typed: () =>
      cellsToType('an upload', reading.written, {
        products,
        changes: [],
        eaten: new Map([[PRODUCT, eaten]]),
      }).map(({ name }) => name),
  };
}

const readings = new Map<string, NonNullable<ReturnType<typeof read>>>();

/** The row's file without a slip, read once for all of them. */
function readRight(row: SurveyRow, isBeside: boolean) {
  const key = `${rows.indexOf(row)} ${isBeside}`;
  const known = readings.get(key) ?? read(linesOf(row, isBeside), row)!;
  readings.set(key, known);
  return known;
}

/** What becomes of each row with a slip in its line, or in all, counted; `missed` are yeses that nobody is asked about. */
function count(some: readonly SurveyRow[], slip: Slip, { isBeside = false, isWhole = false }) {
  const counts = { refused: 0, asked: 0, typed: 0, harmless: 0, missed: [] as string[] };
  for (const row of some) {
    const right = linesOf(row, isBeside);
    const own = right.find(({ chemical }) => chemical === NAMES[row.substance])!;
    const was = readRight(row, isBeside);
    const is = read(
      right.map((line) => (isWhole || line === own ? { ...line, ...slip(line) } : line)),
      row,
    );
    const isFalse = is?.yes.some((id) => !was.yes.includes(id));
    if (!is) counts.refused += 1;
    else if (!isFalse) counts.harmless += 1;
    else if (is.doubts().some((doubt) => !was.doubts().includes(doubt))) counts.asked += 1;
    else if (is.typed().includes(`typed-${row.substance}-${own.sample}`)) counts.typed += 1;
    else counts.missed.push(`${row.sample} ${row.substance} ${row.result}`);
  }
  return counts;
}

/** Rows that make other files: what was not detected makes one for all that eat as much. */
const unlike = [
  ...new Map(
    rows.map((row) => [[row.substance, row.result, row.grams, row.isFormula].join(), row]),
  ).values(),
];
const formula = unlike.filter(({ isFormula }) => isFormula);
const none = { refused: 0, asked: 0, typed: 0, harmless: 0, missed: [] };

describe('a yes that the truth does not give', () => {
  test.each<[string, Slip, Parameters<typeof count>[2], object]>([
    ['one result in another unit', scaled(0.001), {}, { asked: 162, harmless: 694 }],
    ['all in another unit', scaled(0.001), { isWhole: true }, { asked: 227, harmless: 629 }],
    ['a unit that makes it more', scaled(1000), {}, { harmless: 856 }],
    ['a decimal point', scaled(0.1), { isBeside: true }, { typed: 162, harmless: 694 }],
    ['dry weight', scaled(4), { isWhole: true }, { harmless: 856 }],
  ])('is not published by %s', (_, slip, how, counts) => {
    expect(count(unlike, slip, how)).toEqual({ ...none, ...counts });
  });

  const fed = scaled(1 / PER_G);
  const resultFed: Slip = (line) => ({ result: fed(line)?.result ?? '' });
  test.each<[string, Slip, Parameters<typeof count>[2], object]>([
    ['powder as fed', fed, { isWhole: true }, { asked: 65 }],
    ['powder as fed, with limits beside', fed, { isWhole: true, isBeside: true }, { asked: 65 }],
    ['limits of the powder beside', resultFed, { isWhole: true, isBeside: true }, { refused: 65 }],
    ['as stated', scaled(1 / PER_G, { basis: 'as fed' }), {}, { refused: 65 }],
    ['dry weight, as stated', scaled(4, { basis: 'dry weight' }), {}, { refused: 65 }],
  ])('is not published by what is fed for what was received: %s', (_, slip, how, counts) => {
    expect(count(formula, slip, how)).toEqual({ ...none, ...counts });
  });

  test('is not published by all arsenic under the name of inorganic arsenic', () => {
    for (const row of unlike.filter(({ substance }) => substance === 'as')) {
      const lines = linesOf(row, false);
      const total = lines.filter(({ chemical }) => chemical === 'As');
      const parts = total.map((line) => ({ ...line, chemical: 'iAs' }));
      const [doubt] = read([...lines, ...parts], row)!.doubts();
      expect(doubt).toMatch(/^In most samples iAs is the same as As/);
    }
  });
});
