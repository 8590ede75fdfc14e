import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import { importSamples } from '#app/intake/import-samples.server.ts';
import calls from './calls.ts';
import { findComparison } from '#app/results/compare/compare.server.ts';
import { findTested } from '#app/results/search/find-tested.server.ts';
import { rowAnswer } from './answer.ts';
import { baby, babyOnce, eaterOf, specChild } from './eater.ts';
import { allTested, listRiskLevels, riskLevelRow } from './risk-levels.server.ts';
import { findTestedReport } from './tested-report.server.ts';
import { verdictText } from './verdict.ts';
import { tilesOf } from './report-cards.ts';
import { defaultViewpoint } from './viewpoint.ts';

useDatabase();

beforeAll(async () => {
  await importSamples(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
});

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

test('a comparison of what is for babies is for a baby, of anything else with it for the child', async () => {
  const eaterIn = async (query: string) => {
    const found = await findComparison(new URLSearchParams(query));
    return 'comparison' in found ? found.comparison.eater : undefined;
  };
  expect(await eaterIn('ids=1,227')).toEqual({ weightKg: 5, servings: 6 });
  expect(await eaterIn('ids=1,227&weight=child')).toEqual(specChild);
  expect(await eaterIn('ids=51,187')).toEqual(babyOnce);
  expect(await eaterIn('ids=1,58')).toEqual(specChild);
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
