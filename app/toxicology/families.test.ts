import { expect, test } from 'vitest';
import { TESTED_FOR } from '#app/kit/facts.ts';
import { listed } from '#app/kit/text.ts';
import { chemicals } from './chemicals.ts';
import { families } from './families.ts';
import { limitFor } from './limits.ts';
import { potencyFactorsOf } from './potency.ts';

test('what pages say is tested for is the families', () => {
  expect(TESTED_FOR).toBe(listed(families.map(({ inSentence }) => inSentence)));
});

test('every family is rated by a sum of its own chemicals that EFSA’s list has a limit for', () => {
  for (const { key } of families) {
    expect(limitFor(key, 'EFSA')).not.toBeNull();
    const own = chemicals.filter(({ family }) => family === key).map((chemical) => chemical.key);
    expect(own).toEqual(expect.arrayContaining(potencyFactorsOf(key).map((w) => w.chemical)));
    expect(potencyFactorsOf(key).length).toBeGreaterThan(0);
  }
});
