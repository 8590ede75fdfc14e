import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { samplesFile } from '#test/support/samples-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { familiesIn, levelsByRule, NON_DETECT_RULES, sensitivityTsv } from './sensitivity.ts';

function samplesOf(text: string) {
  const parsed = parseSamplesFile(text);
  if (!parsed.ok) throw new Error(parsed.problems[0].reason);
  return parsed.samples;
}

const dataset = samplesOf(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
const products = productsOf(dataset);

describe('what a result below detection counts', () => {
  const levels = (rows: Record<string, string>[]) => {
    const [product] = productsOf(samplesOf(samplesFile(...rows)));
    if (!product) throw new Error('one product');
    return levelsByRule(product);
  };

  test('decides the level of one of which nothing was found', () => {
    // 100 g for 14 kg, EFSA: 1% of DEHP's limit is 70 ng/g; the others stay far below.
    const cells = { DBP_ng_g: '0', BBP_ng_g: '0', DINP_ng_g: '0', serving_size_g: '100' };
    const nothing = levels([{ ...cells, id: '1', DEHP_ng_g: '<420' }]);
    expect(nothing.phthalates).toEqual({
      site: 'Low',
      zero: 'Low',
      half: 'Medium',
      limit: 'Medium',
    });
  });

  test('and of one with a finding beside it', () => {
    const cells = { DBP_ng_g: '0', BBP_ng_g: '0', DINP_ng_g: '0', serving_size_g: '100' };
    // Means: 105 (1.5%), 210 (3%), 315 (4.5%)
    const both = levels([
      { ...cells, id: '1', DEHP_ng_g: '<420' },
      { ...cells, id: '2', DEHP_ng_g: '210' },
    ]);
    expect(both.phthalates).toEqual({
      site: 'Medium',
      zero: 'Low',
      half: 'Medium',
      limit: 'Medium',
    });
  });
});

describe('the 236 published products', () => {
  test('stand in the table of docs/ as they are worked out', () => {
    expect(products).toHaveLength(236);
    const table = readFileSync('docs/non-detect-sensitivity.tsv', 'utf8');
    expect(sensitivityTsv(dataset)).toBe(table);
  });

  test('and its summary counts them', () => {
    const summary = readFileSync('docs/non-detects.md', 'utf8');
    const words = {
      site: "this site's rule",
      zero: 'nothing',
      half: 'half of the limit',
      limit: 'the limit',
    };
    const all = products.map(levelsByRule);
    for (const family of familiesIn(dataset)) {
      for (const rule of NON_DETECT_RULES) {
        const counts = ['Low', 'Medium', 'High', 'N/A'].map(
          (level) => all.filter((one) => one[family][rule] === level).length,
        );
        expect(summary).toContain(`| ${[family, words[rule], ...counts].join(' | ')} |`);
      }
    }
    const depends = familiesIn(dataset).map(
      (key) => all.filter((one) => new Set(Object.values(one[key])).size > 1).length,
    );
    expect(summary).toContain(`of ${depends[0]} products depends on the rule for phthalates`);
    expect(summary).toContain(`of ${depends[1]} for bisphenols`);
    expect(depends[2]).toBe(0);
  });
});
