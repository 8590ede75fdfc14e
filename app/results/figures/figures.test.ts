import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { amountText, percentileText, percentText } from '#app/results/answers/figure-text.ts';
import { figureColumns, figurePopulations, figureRow, figuresTsv } from './figures.ts';
import { requiredColumns } from '#app/results/sample-columns.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

/**
 * Published figures that ours are known not to reproduce: `id column` to the reason. Empty: even
 * the per-serving DEHP equivalents of product 71, where 0.8 ng/g × 370 g would be 296, come out as
 * the published 292.3, because every figure here is derived from unrounded ones.
 */
const acceptedDisagreements: ReadonlyMap<string, string> = new Map();

const samplesTsv = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');
const publishedTsv = readFileSync('test/data/plasticlist/published-figures.tsv', 'utf8');

function table(tsv: string) {
  const [header = [], ...rows] = tsv
    .split('\n')
    .filter(Boolean)
    .map((l) => l.split('\t'));
  const byId = new Map(
    rows.map((cells) => [cells[0] ?? '', new Map(header.map((c, i) => [c, cells[i] ?? '']))]),
  );
  return { header, byId };
}

function samplesOf(tsv: string) {
  const parsed = parseSamplesFile(tsv);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.samples;
}

describe('the figures that PlasticList published', () => {
  const published = table(publishedTsv);
  const ours = table(figuresTsv(samplesOf(samplesTsv)));

  test('have our columns, in our order', () => {
    expect(ours.header).toEqual(published.header);
    expect(ours.byId.size).toBe(618);
  });

  test('agree with ours letter by letter, every one', () => {
    const disagreements: string[] = [];
    const counts = { all: 0, percentiles: 0, percentileNumbers: 0 };
    for (const [id, figures] of published.byId) {
      for (const column of published.header.slice(2)) {
        const theirs = figures.get(column);
        const mine = ours.byId.get(id)?.get(column);
        counts.all += 1;
        if (column.includes('percentile')) {
          counts.percentiles += 1;
          if (theirs !== '<LOQ') counts.percentileNumbers += 1;
        }
        if (mine !== theirs) disagreements.push(`${id} ${column}: ${mine}, published ${theirs}`);
      }
    }
    const unexplained = disagreements.filter(
      (d) => !acceptedDisagreements.has(d.slice(0, d.indexOf(':'))),
    );
    expect(unexplained).toEqual([]);
    expect(disagreements.length).toBe(acceptedDisagreements.size);
    expect(counts).toEqual({
      all: 318 * 134,
      percentiles: 318 * 38,
      percentileNumbers: 1892,
    });
  });

  test('do not depend on the order of the file', () => {
    const reversed = table(figuresTsv(samplesOf(samplesTsv).toReversed()));
    expect(new Map(reversed.byId)).toEqual(new Map(ours.byId));
  });

  test('have a percentile wherever the chemical was quantified, and 100 at most', () => {
    const samples = samplesOf(samplesTsv);
    for (const { id, measurements } of samples) {
      const figures = ours.byId.get(id);
      expect(figures?.get('BPA_percentile_ng_g')).toMatch(
        measurements.bpa?.status === 'not_tested'
          ? /^NO RESULT$/
          : measurements.bpa?.valueNgG == null
            ? /^<LOQ$/
            : /^(\d{1,2}|100)$/,
      );
    }
  });
});

describe('a figure', () => {
  type Cells = Readonly<Record<string, string>>;

  const columns = requiredColumns('plastics');

  /** The figures of the first sample by column; a cell that is not given reads `<10`. */
  function figuresFor(...rows: readonly Cells[]) {
    const lines = rows.map((cells, i) => {
      const usual = { product_id: '7', product: 'Tap Water', serving_size_g: '100' };
      const given: Cells = { ...usual, id: String(i), ...cells };
      return columns.map((c) => given[c] ?? '<10').join('\t');
    });
    const samples = samplesOf(`${[columns.join('\t'), ...lines].join('\n')}\n`);
    const [sample] = samples;
    if (!sample) throw new Error('no sample');
    const figures = figureRow(sample, figurePopulations(samples));
    return (column: string) => figures[figureColumns.indexOf(column)];
  }

  test('repeats a missing result, and prefers to say that there is no limit', () => {
    const figure = figuresFor({ BPA_ng_g: 'NO RESULT', BPS_ng_g: 'NO RESULT', DEHT_ng_g: '' });
    expect(figure('BPA_ng_serving')).toBe('NO RESULT');
    expect(figure('BPA_percent_tdi_14_kg_efsa')).toBe('NO RESULT');
    expect(figure('BPS_percent_tdi_14_kg_efsa')).toBe('NO TDI');
    expect(figure('BPS_percent_tdi_14_kg_epa')).toBe('NO RfD');
    expect(figure('DEHT_ng_serving')).toBe('');
    expect(figure('DEHT_percent_tdi_70_kg_efsa')).toBe('');
  });

  test('counts what is above the range as its lower bound', () => {
    const figure = figuresFor({ DBP_ng_g: '>60000' });
    expect(figure('DBP_ng_serving')).toBe('>6000000');
    expect(figure('DEHP_equivalents_ng_g')).toBe('300000');
    expect(figure('DBP_percent_tdi_14_kg_efsa')).toBe('4285.7');
  });

  test('needs no serving size for a concentration, and no limit for a sum nobody measured', () => {
    const figure = figuresFor({ DEHP_ng_g: '17', serving_size_g: '' });
    expect(figure('DEHP_equivalents_ng_g')).toBe('17');
    expect(figure('DEHP_ng_serving')).toBe('');
    expect(figure('DBP_ng_serving')).toBe('');
    expect(figure('DEHP_percent_tdi_14_kg_efsa')).toBe('');
    expect(figure('DBP_percent_tdi_14_kg_efsa')).toBe('<LOQ');
    const none = Object.fromEntries(
      ['DEHP', 'DBP', 'BBP', 'DINP'].map((c) => [`${c}_ng_g`, 'NO RESULT']),
    );
    expect(figuresFor(none)('DEHP_equivalents_ng_g')).toBe('NO RESULT');
    expect(figuresFor({})('DEHP_equivalents_ng_serving')).toBe('<LOQ');
    expect(figuresFor({ DEP_ng_g: 'ND' })('DEP_ng_serving')).toBe('<LOQ');
  });

  test('ranks a sample among those of any product in which the chemical was quantified', () => {
    const found = (ngG: string, productId = '7') => ({ BPA_ng_g: ngG, product_id: productId });
    const others = [found('3'), found('5'), found('9', '8'), found('<50'), found('NO RESULT')];
    const percentile = (first: string) =>
      figuresFor(found(first), ...others)('BPA_percentile_ng_g');
    expect(percentile('2')).toBe('25');
    expect(percentile('3')).toBe('38');
    expect(percentile('4')).toBe('50');
    expect(percentile('5')).toBe('62');
    expect(percentile('>10')).toBe('100');
    expect(percentile('<1')).toBe('<LOQ');
    expect(percentile('NO RESULT')).toBe('NO RESULT');
    expect(percentile('')).toBe('');
  });

  test('ranks amounts apart from concentrations, and only where the serving is known', () => {
    const other = { product_id: '8', DEHP_ng_g: '20', serving_size_g: '1' };
    const served = figuresFor({ DEHP_ng_g: '10', serving_size_g: '10' }, other);
    expect(served('DEHP_percentile_ng_g')).toBe('50');
    expect(served('DEHP_percentile_ng_serving')).toBe('100');
    const unknown = figuresFor({ DEHP_ng_g: '10', serving_size_g: '' }, other);
    expect(unknown('DEHP_percentile_ng_g')).toBe('50');
    expect(unknown('DEHP_percentile_ng_serving')).toBe('');
    const beside = figuresFor(other, { DEHP_ng_g: '10', serving_size_g: '' });
    expect(beside('DEHP_percentile_ng_serving')).toBe('100');
  });

  test('ranks DEHP equivalents by their own sum', () => {
    const figure = figuresFor({ DEHP_ng_g: '12', DBP_ng_g: '5' }, { DEHP_ng_g: '30' });
    expect(figure('DEHP_percentile_ng_g')).toBe('50');
    expect(figure('DEHP_equivalents_percentile_ng_g')).toBe('100');
  });

  test.each([
    [0, '0'],
    [18720, '18720'],
    [18.1 * 450, '8145'],
    [21.4 * 170, '3638.0'],
    [1022.5, '1022.5'],
    [0.79, '0.8'],
  ])('of the amount %d reads %s', (amount, text) => expect(amountText(amount)).toBe(text));

  test.each([
    [0, '0'],
    [6800, '6800'],
    [2.25, '2.2'],
    [0.15, '0.2'],
    [0.25, '0.2'],
    [0.96, '1.0'],
    [0.0999, '0.1'],
    [0.075, '0.08'],
    [0.015, '0.02'],
    [0.0025, '0.002'],
    [0.0001, '0.0001'],
    [0.0000196, '2e-05'],
    [0.00000000014, '1e-10'],
  ])('of %d percent reads %s', (percent, text) => expect(percentText(percent)).toBe(text));

  test.each([
    [7.5, '8'],
    [52.5, '52'],
    [(23 / 40) * 100, '57'],
    [0.14, '0'],
    [100, '100'],
  ])('of the percentile %d reads %s', (percentile, text) =>
    expect(percentileText(percentile)).toBe(text),
  );
});
