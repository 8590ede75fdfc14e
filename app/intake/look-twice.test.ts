import { expect, test } from 'vitest';
import { lookAtControls } from './look-twice.ts';

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
