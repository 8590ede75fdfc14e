import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { requiredColumns } from '#app/results/sample-columns.ts';
import { parseSamplesFile } from './samples-file.ts';

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');
const columns = [
  ...requiredColumns('plastics'),
  'lot_no',
  'tags',
  'collected_on',
  'collection_notes',
];

type Cells = Readonly<Record<string, string>>;

function line(cells: Cells): string {
  const usual: Cells = { product_id: '7', product: 'Tap Water', serving_size_g: '240' };
  return columns.map((c) => cells[c] ?? usual[c] ?? (c.endsWith('_ng_g') ? '<10' : '')).join('\t');
}

function file(...rows: readonly Cells[]): string {
  return `${[columns.join('\t'), ...rows.map(line)].join('\n')}\n`;
}

/** The problems as `line: reason`; empty where the file is fine. */
function problems(text: string): string[] {
  const parsed = parseSamplesFile(text);
  return parsed.ok ? [] : parsed.problems.map((p) => `${p.line}: ${p.reason}`);
}

function samples(text: string) {
  const parsed = parseSamplesFile(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.samples;
}

describe('the published file', () => {
  const all = samples(dataset);

  test('is read whole', () => {
    expect(all.length).toBe(618);
    expect(new Set(all.map((s) => s.productId)).size).toBe(236);
    for (const s of all) expect(Object.keys(s.measurements).length).toBe(18);
    expect(all.at(-1)?.line).toBe(619);
  });

  test('keeps its odd results as reported', () => {
    const reported = all.flatMap((s) => Object.values(s.measurements).map((m) => m.reported));
    expect(reported.filter((r) => r.startsWith('>')).length).toBe(9);
    expect(reported.filter((r) => r === 'NO RESULT').length).toBe(3);
  });

  test('keeps provenance as written beside the tidied lot', () => {
    const sample = all.find((s) => s.id === '7210308');
    expect(sample?.provenance.lot_no).toBe('LK088-24 09:39 ');
    expect(sample?.lotNo).toBe('LK088-24 09:39');
  });

  test('reads the same with a byte order mark, CRLF and empty lines at the end', () => {
    const windows = `\uFEFF${dataset.replaceAll('\n', '\r\n')}\r\n\r\n`;
    expect(samples(windows)).toEqual(all);
  });
});

describe('a sample', () => {
  test('is read from its cells', () => {
    const [sample] = samples(
      file({
        id: ' 20240203  -a ',
        product_id: '0093',
        product: ' Boba  "Tea" ',
        tags: 'tea, ,drinks',
        collected_on: '2024- 07-09',
        DEHP_ng_g: ' >60000',
        serving_size_g: '12.5',
      }),
    );
    expect(sample).toMatchObject({
      line: 2,
      id: '20240203 -a',
      productId: 93,
      product: 'Boba "Tea"',
      tags: ['tea', 'drinks'],
      lotNo: null,
      collectionNotes: null,
      servingG: 12.5,
    });
    expect(sample?.measurements.dehp).toMatchObject({ status: 'above_range', reported: ' >60000' });
    expect(sample?.provenance.collected_on).toBe('2024- 07-09');
  });

  test('may lack a serving size', () => {
    expect(samples(file({ id: '1', serving_size_g: '' }))[0]?.servingG).toBeNull();
  });

  test('may have the two chemicals that the dataset lacks', () => {
    const [header, row] = file({ id: '1' }).split('\n');
    const [sample] = samples(`BPAF_ng_g\t${header}\n5\t${row}\n`);
    expect(sample?.measurements.bpaf?.valueNgG).toBe(5);
  });
});

describe('a file is refused whole', () => {
  test('with every bad line and its reasons, in order', () => {
    const text = file(
      { id: '1' },
      { id: '2', DEHP_ng_g: '-5', BPA_ng_g: '1e5' },
      { id: '3' },
      { id: '1', serving_size_g: '100' },
      { id: '', product_id: 'x' },
    );
    expect(problems(text)).toEqual([
      '3: DEHP_ng_g: "-5" is not a number, "<number", ">number" or NO RESULT',
      '3: BPA_ng_g: "1e5" is not a number, "<number", ">number" or NO RESULT',
      '5: the id "1" is already on line 2',
      '5: the serving size differs from product 7 on line 2',
      '6: id: the sample has no id',
      '6: product_id: "x" is not a number from 1 to 9999',
    ]);
  });

  test.each<[Cells, string]>([
    [{ product_id: '0' }, 'product_id'],
    [{ product_id: '12345' }, 'product_id'],
    [{ product_id: '-7' }, 'product_id'],
    [{ product: ' ' }, 'product: the product has no name'],
    [{ product: 'a'.repeat(301) }, 'longer than 300'],
    [{ id: '9'.repeat(101) }, 'longer than 100'],
    [{ serving_size_g: '0' }, 'serving_size_g'],
    [{ serving_size_g: '-1' }, 'serving_size_g'],
    [{ serving_size_g: 'NaN' }, 'serving_size_g'],
    [{ serving_size_g: '1e2' }, 'serving_size_g'],
    [{ serving_size_g: '100001' }, 'serving_size_g'],
    [{ serving_size_g: '12 g' }, 'serving_size_g'],
    [{ DINP_ng_g: '9'.repeat(400) }, 'DINP_ng_g'],
    [{ DIDA_ng_g: '<' }, 'DIDA_ng_g'],
    [{ collected_on: '2024-02-30' }, 'collected_on'],
    [{ collected_on: '2024-13' }, 'collected_on'],
    [{ collected_on: '07/09/2024' }, 'collected_on'],
    [{ lot_no: 'a\u0000b' }, 'control character'],
    [{ lot_no: 'a\rb' }, 'control character'],
    [{ lot_no: 'a\uFFFDb' }, 'broken'],
    [{ lot_no: 'a\tb' }, `${columns.length + 1} cells where the header has ${columns.length}`],
  ])('over %j', (cells, reason) => {
    const found = problems(file({ id: '1' }, { id: '2', product_id: '8', ...cells }));
    expect(found.length).toBe(1);
    expect(found[0]).toMatch(/^3: /);
    expect(found[0]).toContain(reason);
  });

  test('over ids that differ in spacing only', () => {
    expect(problems(file({ id: '70 1' }, { id: ' 70  1' }))).toEqual([
      '3: the id "70 1" is already on line 2',
    ]);
  });

  test('over a product with two names, or with and without a serving size', () => {
    expect(problems(file({ id: '1' }, { id: '2', product: 'Tea' }))).toEqual([
      '3: the product is not named as product 7 on line 2',
    ]);
    expect(problems(file({ id: '1' }, { id: '2', serving_size_g: '' }))).toEqual([
      '3: the serving size differs from product 7 on line 2',
    ]);
  });

  test('over its columns', () => {
    const [header = '', row = ''] = file({ id: '1' }).split('\n');
    expect(problems(`${header}\tcolour\n${row}\tred\n`)).toEqual([
      '1: the column "colour" is unknown',
    ]);
    expect(problems(`${header}\tid\n${row}\t1\n`)).toEqual(['1: the column "id" appears twice']);
    expect(problems(`${header.replace('BPA_ng_g', 'bpa_ng_g')}\n${row}\n`)).toEqual([
      '1: the column "bpa_ng_g" is unknown',
      '1: the column "BPA_ng_g" is missing',
    ]);
  });

  test('over too few cells, or an empty line between samples', () => {
    const [header, row = ''] = file({ id: '1' }).split('\n');
    const short = row.split('\t').slice(1).join('\t');
    const cells = columns.length;
    expect(problems(`${header}\n${short}\n`)).toEqual([
      `2: ${cells - 1} cells where the header has ${cells}`,
    ]);
    expect(problems(`${header}\n\n${row}\n`)).toEqual(['2: the line is empty']);
  });

  test('when nothing is in it', () => {
    for (const text of ['', '\uFEFF', '\n\n', `${columns.join('\t')}\n`]) {
      expect(problems(text).length, JSON.stringify(text)).toBe(1);
      expect(problems(text)[0]).toMatch(/^1: /);
    }
  });
});
