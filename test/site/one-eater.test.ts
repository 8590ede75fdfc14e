import { expect, test } from 'vitest';
import { evidenceOf } from '#app/assistants/evidence.server.ts';
import { FOR_DIFFERENT_PEOPLE } from '#app/results/messages.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import calls from '#app/results/calls.ts';
import { findComparison } from '#app/results/compare/compare.server.ts';
import { findTested } from '#app/results/search/find-tested.server.ts';
import { rowAnswer } from '#app/results/answers/answer.ts';
import { baby, babyOnce, eaterOf, specChild } from '#app/results/answers/eater.ts';
import { allTested, listRiskLevels, riskLevelRow } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { verdictText } from '#app/results/answers/verdict.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';

useDatabaseWithResults();

/** Both Enfamils, which were High on their reports and Low everywhere else. */
const FORMULA = [1, 227];

test.each(FORMULA)('infant formula %i is judged for a baby wherever it stands', async (id) => {
  const report = await findTestedReport(String(id));
  const { items } = await listRiskLevels({ search: 'enfamil' });
  const found = await findTested('enfamil');
  const answered = await calls.testedReport.handle({
    params: { original_id: String(id) },
  } as never);
  const rows = [
    report?.risk,
    items.find((row) => row.product_id === id),
    found.items.find((row) => row.product_id === id),
    (answered.body as { risk?: unknown }).risk,
  ];
  for (const row of rows) {
    expect(row).toMatchObject({
      phthalates_word: 'High',
      sentence: expect.stringMatching(/^For a baby: six servings a day\. Phthalates: high, /),
      eater: { weight_kg: 5, servings: 6, phthalates: { risk: 'High' } },
      // The spec's fields stay the spec's child's.
      phthalates_risk: 'Low',
    });
  }
  const { meta, text } = await openPage(`/plasticlist/${id}`);
  const description = meta.find((tag) => 'name' in tag && tag.name === 'description');
  expect(description).toMatchObject({
    content: expect.stringMatching(
      /^Phthalates: High, .* six servings a day for a baby of 11\slb \(5\skg\)\.$/,
    ),
  });
  expect(text).toContain('Phthalates: high, but within the European limit for certain: up to');
});

test('a comparison judges each for whoever eats it, or all for whom the address names', async () => {
  const eatersIn = async (query: string) => {
    const found = await findComparison(new URLSearchParams(query));
    return found.comparison?.products.map(({ eater }) => eater);
  };
  const sixTimes = { weightKg: 5, servings: 6 };
  expect(await eatersIn('ids=1,227')).toEqual([sixTimes, sixTimes]);
  expect(await eatersIn('ids=1,227&weight=child')).toEqual([specChild, specChild]);
  expect(await eatersIn('ids=51,187')).toEqual([babyOnce, babyOnce]);
  expect(await eatersIn('ids=1,58')).toEqual([sixTimes, specChild]);
  expect(await eatersIn('ids=51,1')).toEqual([babyOnce, sixTimes]);
  expect(await eatersIn('ids=1,58&weight=adult')).toMatchObject([
    { weightKg: 70 },
    { weightKg: 70 },
  ]);
});

test.each(['1,58', '51,1'])('what is for different people is not compared: %s', async (ids) => {
  const { text, html } = await openPage(`/plasticlist/compare?ids=${ids}`);
  expect(text.split(FOR_DIFFERENT_PEOPLE)).toHaveLength(2);
  expect(text).toContain('a baby of 11 lb (5 kg), six servings a day (assumed)');
  expect(text).not.toMatch(/Which is lower|\bLower (for certain|on average|in every)/);
  expect(html).toContain('href="/plasticlist/1"');
  const at = ids.split(',').indexOf('1');
  const cells = text.split(' Phthalates ')[1]?.match(/\b(High|Medium|Low|Can’t tell)\b/g) ?? [];
  expect(at === 0 ? cells[0] : cells).toEqual(at === 0 ? 'High' : expect.arrayContaining(['High']));
  const evidence = await evidenceOf(ids.split(',').map(Number), '', new URLSearchParams());
  expect(evidence).toMatch(
    /Six servings of 22 g a day, a baby of 11\slb \(5\skg\)[^#]*\| Phthalates \| High/,
  );
});

test('each of the 236 rows says what its report opens with, and for whom where that is no child', async () => {
  const babies: Record<string, number> = {};
  for (const product of await allTested()) {
    const row = riskLevelRow(product);
    const eater = eaterOf(product);
    const report = await findTestedReport(String(product.originalId));
    const tiles = tilesOf(report!, { ...defaultViewpoint, ...eater });
    const verdict = verdictText(tiles, row.not_food);
    const whom = { 1: 'one serving', 6: 'six servings' }[eater.servings];
    expect(row.sentence).toBe(
      eater === specChild ? verdict : `For a baby: ${whom} a day. ${verdict}`,
    );
    for (const { family, level, percent } of tiles) {
      expect(row.eater[family].risk).toBe(level);
      expect(row[`${family}_word`]).toBe(rowAnswer(row, family).word);
      if (eater === specChild) {
        expect(row.eater[family].tdi_percent).toBe(row[`${family}_tdi_percent`]);
        expect(row.eater[family].upper_percent).toBe(row[`${family}_upper_percent`]);
      } else expect(row.eater[family].tdi_percent).toBe(percent?.estimate);
    }
    const key = eater === baby ? 'six' : eater === babyOnce ? 'one' : 'child';
    babies[key] = (babies[key] ?? 0) + 1;
  }
  // Two formulas and six breast milks; five purées.
  expect(babies).toEqual({ six: 8, one: 5, child: 223 });
});
