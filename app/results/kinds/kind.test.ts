import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { kindNamed, kinds } from '#app/catalogue/kinds.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { testedOfKind } from '#app/results/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { families } from '#app/toxicology/families.ts';
import { useDatabase } from '#test/support/database.ts';
import { listedProduct, whichIsLowest } from './kind-text.ts';
import { rankKind } from './rank-kind.ts';

useDatabase();

beforeAll(async () => {
  await importSamples(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
});

const rowsOf = async (key: string) => testedOfKind(kindNamed(key)!);

/** By the rule alone: less at most than the other has at least in one family, and nowhere the reverse. */
function isLower(one: RiskLevelRow, other: RiskLevelRow): boolean {
  const beats = (a: RiskLevelRow, b: RiskLevelRow) =>
    families.some(({ key }) => {
      const [upper, lower] = [a[`${key}_upper_percent`], b[`${key}_lower_percent`]];
      return upper !== null && lower !== null && upper < lower;
    });
  return beats(one, other) && !beats(other, one);
}

describe('of every kind', () => {
  test('what is surely lower comes first, and what can’t be told apart stands together', async () => {
    for (const { key } of kinds) {
      const rows = await rowsOf(key);
      const { lower, alike, higher } = rankKind(rows);
      expect(lower.length + alike.length + higher.length, key).toBe(rows.length);
      for (const { row } of [...lower, ...alike]) {
        expect(
          rows.filter((other) => isLower(other, row)),
          row.name,
        ).toEqual([]);
      }
      for (const { row, lowerThan } of [...lower, ...alike, ...higher]) {
        expect(rows.filter((other) => isLower(row, other)).length, row.name).toBe(lowerThan);
      }
      expect(alike.every(({ lowerThan }) => lowerThan === 0)).toBe(true);
      expect(higher.every(({ row }) => rows.some((other) => isLower(other, row)))).toBe(true);
    }
  });
});

describe('asked which is lowest', () => {
  const answer = async (key: string) => {
    const rows = await rowsOf(key);
    return whichIsLowest(rows.length, rankKind(rows));
  };

  test('a kind answers no more than bounds carry', async () => {
    expect(await answer('infant-formula')).toBe(
      'Enfamil Neuro Pro 587g Infant Formula (Tub) is surely lower than the other one tested (phthalates, substitutes), and in no family surely higher.',
    );
    expect(await answer('coffee')).toBe(
      'Nestle Nescafe Instant Coffee Powder is surely lower than all 9 others tested (phthalates, substitutes), and in no family surely higher.',
    );
    expect(await answer('yogurt')).toBe('These tests can’t tell which of the five is lowest.');
    expect(await answer('milkshakes')).toMatch(
      /^Of 6 tested, 2 are surely lower than others in something/,
    );
    expect(await answer('eggs')).toMatch(/^One is tested so far/);
    expect(await answer('diapers')).toBe('None is tested so far.');
  });

  test('a product says than how many, and in what', async () => {
    const { higher } = rankKind(await rowsOf('infant-formula'));
    expect(listedProduct(higher[0]!, 1)).toMatchObject({
      id: 227,
      // As its report opens, which is with a baby.
      verdict: expect.stringMatching(
        /^For a baby: six servings a day\. Phthalates: high, but within the European limit for certain: up to \d+ of these a day stay within it\. .*Substitutes: low\.$/,
      ),
      places: ['Surely higher than the other one (phthalates, substitutes).'],
    });
    const { lower } = rankKind(await rowsOf('chicken-nuggets'));
    expect(listedProduct(lower[0]!, 4).places).toEqual([
      'Surely lower than all 4 others (phthalates, substitutes).',
    ]);
  });
});
