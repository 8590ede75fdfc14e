import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foresightText, USUAL_LOQ_NG_G } from './foresight.ts';

test('its limits are those that most samples of the data state', () => {
  const [head = '', ...lines] = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
  const columns = head.split('\t');
  for (const [key, loq] of Object.entries(USUAL_LOQ_NG_G)) {
    const at = columns.indexOf(`${key.toUpperCase()}_ng_g`);
    const stated = lines
      .map((line) => line.split('\t')[at] ?? '')
      .filter((cell) => cell.startsWith('<'));
    const same = stated.filter((cell) => Number(cell.slice(1)) === loq);
    expect(same.length, key).toBeGreaterThan(stated.length / 2);
  }
});

test('says before one pays what the test can tell, and what it is blind to', () => {
  // 3 ng/g × 40 g ÷ (0.2 × 14 kg) = 43 times
  expect(foresightText(40)?.replaceAll('\u00a0', ' ')).toBe(
    'For a child of 31 lb (14 kg) who has one serving of 40 g a day, it can tell low from high in phthalates and substitutes. Of bisphenols it sees nothing below 43 times the European BPA limit, all counted as BPA, but if it finds none, that is within the U.S. (EPA) and German (BfR) limits for certain.',
  );
  expect(foresightText(0.001)).toMatch(/in every family\.$/);
  expect(foresightText(2_000)).toMatch(
    /[oO]f phthalates it sees nothing below \d+% of the European limit, but/,
  );
  expect(foresightText(null)).toBeNull();
  expect(foresightText(0)).toBeNull();
});
