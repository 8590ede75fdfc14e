import { expect, test } from 'vitest';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { compareProduct } from '#app/results/samples/product-change.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { lookAtControls, lookAtEaten, lookTwice } from './look-twice.ts';

test.each([
  ['14', true],
  ['>60000', true],
  ['<10', false],
  ['ND', false],
  ['NO RESULT', false],
])('a blank with %s is asked about: %s', (written, isAsked) => {
  const control = { line: 2, id: 'MB-1', of: null, results: { DEHP: written } };
  const asked = lookAtControls([{ ...control, kind: 'blank' }], []);
  expect(asked).toEqual(isAsked ? [`The blank MB-1 is not blank: DEHP ${written} ng/g.`] : []);
});

test('limits of one column that differ tenfold are asked about', () => {
  const asked = (...written: string[]) => {
    const file = samplesFile(...written.map((DEHP_ng_g, at) => ({ id: `${at + 1}`, DEHP_ng_g })));
    const read = parseSamplesFile(file);
    const [product] = productsOf(read.ok ? read.samples : []);
    const change = { ...compareProduct(undefined, product!), revision: 1, isCorrection: false };
    return lookTwice([{ product: product!, before: undefined, change, usual: new Map() }]);
  };
  expect(asked('<10', '<100', '<10')).toEqual([
    'Product 7: The limits of DEHP go from 10 to 100. Check the decimal point.',
  ]);
  expect(asked('<10', '<99')).toEqual([]);
});

test.each([
  ['1.240', true],
  ['<1.240', true],
  ['>12.500', true],
  ['0.125', false],
  ['1.24', false],
  ['1240', false],
])('a point before three digits, as in %s, is asked about: %s', (DEHP_ng_g, isAsked) => {
  const read = readLabFile(samplesFile({ id: '1', DEHP_ng_g }));
  expect(read.ok && read.doubts).toEqual(
    isAsked
      ? [
          `DEHP of 1 (${DEHP_ng_g}): a point before three digits. It is read as a decimal point, not as thousands.`,
        ]
      : [],
  );
});

test.each([
  ['as registered', { servingG: 22, kind: 'infant-formula', asFedPerG: 7.5 }, []],
  ['another serving', { servingG: 44 }, ['Serving in grams: registered as 22, and now 44.']],
  ['another kind', { kind: null }, ['Kind: registered as infant-formula, and now unknown.']],
  ['more as fed', { asFedPerG: 8 }, ['Grams as fed of a gram: registered as 7.5, and now 8.']],
])('how a product is eaten that was registered for metals: %s', (_, more, asked) => {
  const registered = { servingG: 22, kind: 'infant-formula', asFedPerG: 7.5 };
  const now = { ...registered, ...more };
  expect(lookAtEaten({ ...registered, limits: { Pb: 2 } }, now)).toEqual(asked);
  // A test for plastic chemicals is registered without.
  expect(lookAtEaten({}, now)).toEqual([]);
});
