import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bodyWeights } from './body-weights.ts';
import { families } from './families.ts';
import { LEVEL_RULE } from './level-rule.ts';
import { limits } from './limits.ts';
import { levelCutOffs } from './risk-level.ts';

/** By version and day, what the rule was made of from then on. */
const RULES: Record<string, string> = { '1 2026-11-28': '185b0a2a60a7ec98' };

test('a changed limit, weight, or cut-off is another version of the rule for levels', () => {
  const parts = [
    levelCutOffs,
    bodyWeights,
    limits.map(({ subject, authority, limitNgPerKgDay }) => [subject, authority, limitNgPerKgDay]),
    families.map(({ key, chemicals }) => [
      key,
      Object.entries(chemicals).map(([name, [, , factor]]) => [name, factor ?? null]),
    ]),
  ];
  const sum = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  expect(RULES[`${LEVEL_RULE.version} ${LEVEL_RULE.date}`]).toBe(sum);
});
