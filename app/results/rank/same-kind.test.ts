import { describe, expect, test } from 'vitest';
import { variantOf, whyNotCompared } from '#app/catalogue/comparable.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { isVintage } from '#app/results/answers/product-category.ts';
import { allTested } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { families } from '#app/toxicology/families.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { contendersOf } from './ranked-kind.server.ts';
import { findSameKind } from './same-kind.server.ts';
import { standingsOf } from './standings.ts';

useDatabaseWithResults();

const sameKind = async (id: number) => findSameKind((await findTestedReport(String(id)))!);

test('what a report names as lower is another product of its kind, compared with it, and over no limit', async () => {
  let named = 0;
  for (const { originalId: id, tags } of await allTested()) {
    const found = await sameKind(id);
    const contenders = await contendersOf(kindOf(id)!);
    for (const { key } of families) {
      const lower = found?.lower[key];
      if (!lower) continue;
      named += 1;
      expect(whyNotCompared(id, lower.id)).toBeNull();
      expect(variantOf(lower.id)).toBeUndefined();
      const other = contenders.find((one) => one.id === lower.id)!;
      expect(other.isOver).toBe(false);
      expect(other.row.not_food).toBe(false);
      const own = contenders.find((one) => one.id === id);
      // What was made decades ago is not among them.
      if (!own) {
        expect(isVintage(tags)).toBe(true);
        continue;
      }
      const standings = standingsOf(other, [own]);
      expect(standings.some(({ family, side }) => family === key && side === 'lower')).toBe(true);
      const isHigher = standings.some(({ side }) => side === 'higher');
      expect(lower.lines.some((line) => line.startsWith('Higher'))).toBe(isHigher);
    }
  }
  expect(named).toBeGreaterThan(100);
});

describe('beside a report', () => {
  test('a formula’s other one stands with its hedge, and the lower one has none', async () => {
    const line =
      'Lower on average than this one in phthalates and substitutes; their samples overlap.';
    expect((await sameKind(227))?.lower.phthalates).toMatchObject({ id: 1, lines: [line] });
    expect((await sameKind(1))?.lower).toEqual({
      phthalates: null,
      bisphenols: null,
      substitutes: null,
    });
  });

  test('where nothing is lower without being higher in something, the lowest by estimate stands', async () => {
    expect((await sameKind(9))?.lower.bisphenols).toMatchObject({
      id: 152,
      lines: [
        'Lower for certain than this one in bisphenols.',
        'Higher for certain than this one in substitutes.',
        'Higher on average than this one in phthalates; their samples overlap.',
      ],
    });
    // Both are over the limit in bisphenols, so neither is named to the other.
    expect((await sameKind(72))?.lower.bisphenols).toMatchObject({ id: 204 });
  });

  test('neither a dish in its container nor powder is offered, and the page says why', async () => {
    const dish = await sameKind(33);
    expect(Object.values(dish?.lower ?? {}).map((one) => one?.id)).not.toContain(34);
    expect(dish?.lower.phthalates?.id).toBe(242);
    expect((await sameKind(34))?.apart).toMatch(
      /^The same as Butter Chicken - SF Indian .*itself\. Not compared with .*: this was tested after 45 minutes in a takeout container\.$/,
    );
    expect(await sameKind(122)).toMatchObject({
      compared: 0,
      apart: expect.stringMatching(/^Not compared with .*, that brewed\.$/),
    });
    expect((await sameKind(15))?.lower.phthalates?.id).not.toBe(122);
  });

  test.each([
    ['another mother’s milk', 951],
    ['another town’s tap water', 103],
    ['receipts', 750],
  ])('nobody chooses %s', async (_, id) => {
    const found = await sameKind(id);
    expect(Object.values(found?.lower ?? {}).filter(Boolean)).toEqual([]);
    expect(found?.compared).toBe(0);
  });
});
