import { describe, expect, test } from 'vitest';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { tableLines } from '#app/results/samples/table-lines.ts';

function problems(text: string, about?: number): string[] {
  const parsed = parseSamplesFile(text, about);
  return parsed.ok ? [] : parsed.problems.map((p) => `${p.line}: ${p.reason}`);
}

describe('a line', () => {
  test('cannot hold more than the sample weighs, alone or together', () => {
    expect(problems(samplesFile({ id: '1', DEHP_ng_g: '1000000001' }))).toEqual([
      '2: DEHP_ng_g: "1000000001" is more than the sample itself weighs',
    ]);
    expect(
      problems(samplesFile({ id: '1', DEHP_ng_g: '600000000', DEHT_ng_g: '>400000000' })),
    ).toEqual([]);
    expect(
      problems(samplesFile({ id: '1', DEHP_ng_g: '600000000', DEHT_ng_g: '400000001' })),
    ).toEqual(['2: the chemicals together are more than the sample itself weighs']);
  });

  test.each(['-1', 'NaN', '<0', '< -1', '<', '1,5', '1e3', 'Infinity', '17 ppb', 'trace'])(
    'with %j in place of a concentration is refused',
    (value) => {
      expect(problems(samplesFile({ id: '1' }, { id: '2', BPA_ng_g: value }))).toEqual([
        expect.stringMatching(/^3: BPA_ng_g: /),
      ]);
    },
  );
});

describe('a file about one product', () => {
  test('may leave out what is known of it', () => {
    const parsed = parseSamplesFile(productFile({ id: '1' }), 12_345);
    expect(parsed).toMatchObject({
      ok: true,
      samples: [{ id: '1', productId: 12_345, product: '', servingG: null }],
    });
    expect(problems(productFile({ id: '1' }))).toEqual([
      '1: the column "product_id" is missing',
      '1: the column "product" is missing',
      '1: the column "serving_size_g" is missing',
    ]);
  });

  test('is about no other', () => {
    const text = samplesFile(
      { id: '1', product_id: '0007' },
      { id: '2', product_id: '8' },
      { id: '3', product_id: '' },
    );
    expect(problems(text, 7)).toEqual(['3: product_id: "8" is not 7, the product of this file']);
  });
});

describe('commas', () => {
  const cellsOf = (text: string) =>
    tableLines(text).map((line) => ('cells' in line ? line.cells : line.reason));

  test('separate cells, and quotation marks keep them together', () => {
    expect(cellsOf('a,b,c\n"x, y",,"say ""hi"""\n"",1,\n')).toEqual([
      ['a', 'b', 'c'],
      ['x, y', '', 'say "hi"'],
      ['', '1', ''],
    ]);
    expect(cellsOf('\uFEFFa,b\r\n1,2\r\n,\r\n\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test.each([
    ['"x', 'a quotation mark is not closed at the end of its cell'],
    ['"x"y,1', 'a quotation mark is not closed at the end of its cell'],
    ['x"y,1', 'a quotation mark stands inside a cell that is not quoted'],
    ['x\ty,1', 'the line holds a control character or a broken one'],
  ])('%j is refused', (line, reason) => {
    expect(cellsOf(`a,b\n${line}\n1,2\n`)).toEqual([['a', 'b'], reason, ['1', '2']]);
  });

  test('give the same samples as tabs', () => {
    const text = samplesFile({ id: '1', tags: 'x' }, { id: '2', BPA_ng_g: '5' });
    expect(parseSamplesFile(text.replaceAll('\t', ','))).toEqual(parseSamplesFile(text));
  });

  test('may be semicolons where the first line holds no comma', () => {
    const text = samplesFile({ id: '1', collection_notes: 'cold, dark' }, { id: '2' });
    const semicolons = text.replaceAll('\t', ';').replace('cold, dark', '"cold, dark; dry"');
    const notes = parseSamplesFile(text.replace('dark', 'dark; dry'));
    expect(parseSamplesFile(semicolons)).toEqual(notes);
    expect(cellsOf('a;b,c\n1;2,3')).toEqual([
      ['a;b', 'c'],
      ['1;2', '3'],
    ]);
  });

  test('stand on lines that end with CR where no line ends otherwise', () => {
    const text = samplesFile({ id: '1' }, { id: '2' });
    expect(parseSamplesFile(text.replaceAll('\n', '\r'))).toEqual(parseSamplesFile(text));
    expect(cellsOf('a,b\r1,2\n3,4')[0]).toMatch(/control character/);
  });

  test.each(['a,b\n"x\ny",1\n2,3\n"z\n",4', 'a;b\n"x\ny";1', 'a\tb\n1\t2\n"x\ny"\t1'])(
    'keep no line break within a cell: %j is refused once',
    (text) => {
      const line = text.split('\n').findIndex((one) => one === '"x') + 1;
      expect(tableLines(text)).toEqual([
        { line, reason: expect.stringMatching(/^a cell runs over several lines, .*: write each/) },
      ]);
    },
  );

  test('a quotation mark between tabs is one', () => {
    expect(cellsOf('a\tb\n"x\t"y\nz"\t1')).toEqual([
      ['a', 'b'],
      ['"x', '"y'],
      ['z"', '1'],
    ]);
  });
});
