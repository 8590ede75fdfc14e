import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { kindNamed, kinds } from '#app/catalogue/kinds.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { findSameKind } from '#app/results/rank/same-kind.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { openPage } from '#test/support/open-page.tsx';
import { useDatabase } from '#test/support/database.ts';
import { apartText, kindParts, whichIsLowest } from './kind-text.ts';
import { drawLookedUp } from './draw-looked-up.server.tsx';

useDatabase();

const file = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');

beforeAll(async () => {
  await importSamples(file);
});

const rankedOf = (key: string) => rankedKind(kindNamed(key)!);
const answer = async (key: string) => {
  const ranked = await rankedOf(key);
  return whichIsLowest(pageOrder(ranked).length, ranked);
};
/** Names and lines of a kind's page, by part. */
const pageOf = async (key: string) =>
  Object.fromEntries(
    kindParts(await rankedOf(key)).map(({ title, products }) => [
      title,
      products.map(({ id, places }) => [id, ...places]),
    ]),
  );

/** Read from the raw file by the rule alone, with no code of the site's. */
const oracle = (() => {
  const [head = '', ...lines] = file.split('\n').filter(Boolean);
  const names = head.split('\t');
  const weights: Record<Family, Record<string, number>> = {
    phthalates: { DEHP: 1, DBP: 5, BBP: 0.1, DINP: 0.3 },
    bisphenols: { BPA: 1, BPS: 1, BPF: 1 },
    substitutes: { DEHT: 1, DEHA: 10 / 3, DINCH: 1 },
  };
  const samples = Map.groupBy(
    lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at], cell]))),
    (row) => Number(row['product_id']),
  );
  type Bound = { lower: number; upper: number };
  const cell = (text: string): Bound =>
    text.startsWith('<')
      ? { lower: 0, upper: Number(text.slice(1)) }
      : text.startsWith('>')
        ? { lower: Number(text.slice(1)), upper: Infinity }
        : { lower: Number(text), upper: Number(text) };
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
  const totals = (id: number, family: Family) => {
    const rows = samples.get(id) ?? [];
    const serving = Number(rows[0]?.['serving_size_g']);
    const weighed = Object.entries(weights[family]);
    const bound = (of: Record<string, string>[], side: keyof Bound) =>
      serving *
      sum(
        weighed.map(([name, weight]) => {
          const cells = of
            .map((row) => row[`${name}_ng_g`]!)
            .filter((text) => text !== 'NO RESULT')
            .map((text) => cell(text)[side]);
          if (cells.length === 0) return side === 'lower' ? 0 : Infinity;
          return (weight * sum(cells)) / cells.length;
        }),
      );
    return {
      alone: rows.map((row) => ({ lower: bound([row], 'lower'), upper: bound([row], 'upper') })),
      mean: { lower: bound(rows, 'lower'), upper: bound(rows, 'upper') },
    };
  };
  return (one: number, other: number, family: Family) => {
    const [less, more] = [totals(one, family), totals(other, family)];
    const most = Math.max(...less.alone.map(({ upper }) => upper));
    const least = Math.min(...more.alone.map(({ lower }) => lower));
    if (most < least) {
      const isMany = less.alone.length >= 3 && more.alone.length >= 3;
      return isMany && least >= 1.5 * most ? 'certain' : 'every_sample';
    }
    return less.mean.upper < more.mean.lower ? 'average' : undefined;
  };
})();

describe('of every kind', () => {
  test('each claim of one product against another is what the raw rows say, by how sure it is', async () => {
    const counts = { certain: 0, every_sample: 0, average: 0 };
    const wrong: string[] = [];
    for (const kind of kinds) {
      const { lower, alike, mixed, higher } = await rankedKind(kind);
      const placed = [...lower, ...alike, ...mixed, ...higher].filter(
        ({ product }) => !product.row.not_food,
      );
      for (const { product, standings } of placed) {
        for (const { product: other } of placed.filter((one) => one.product !== product)) {
          for (const { key: family } of families) {
            if (product.row[`${family}_risk`] === 'N/A') continue;
            const said = standings.find(
              (one) => one.side === 'lower' && one.other === other && one.family === family,
            )?.strength;
            const known = oracle(product.id, other.id, family);
            if (known) counts[known] += 1;
            if ((said === 'estimate' ? undefined : said) !== known) {
              wrong.push(`${product.id} ${other.id} ${family}: ${said}, not ${known}`);
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // Where the bounds of means alone were asked, all 230 were “surely lower”.
    expect(counts).toEqual({ certain: 55, every_sample: 69, average: 106 });
  });

  test('what heads it is lower than another, and higher than none, by the raw rows and by estimate', async () => {
    let heads = 0;
    for (const kind of kinds) {
      const { lower, alike, mixed, higher } = await rankedKind(kind);
      const all = [...lower, ...alike, ...mixed, ...higher].map(({ product }) => product);
      for (const { product } of lower) {
        heads += 1;
        const others = all.filter((one) => one !== product);
        const pairs = others.flatMap((other) => families.map(({ key }) => [other, key] as const));
        expect(pairs.some(([other, key]) => oracle(product.id, other.id, key))).toBe(true);
        for (const [other, key] of pairs) {
          expect(oracle(other.id, product.id, key), product.name).toBeUndefined();
          const [own, its] = [
            product.row[`${key}_tdi_percent`] ?? 0,
            other.row[`${key}_tdi_percent`] ?? 0,
          ];
          expect(own > 0 && own >= 1.5 * its, `${product.name}, ${other.name}, ${key}`).toBe(false);
        }
      }
    }
    expect(heads).toBe(15);
  });

  test('what is under higher is higher by the raw rows, and lower than none; what is both is under both', async () => {
    const counts = { mixed: 0, higher: 0 };
    for (const kind of kinds) {
      const { lower, alike, mixed, higher } = await rankedKind(kind);
      const all = [...lower, ...alike, ...mixed, ...higher].map(({ product }) => product);
      const isKnown = (one: number, other: number) =>
        families.some(({ key }) => oracle(one, other, key) !== undefined);
      for (const [part, placed] of Object.entries({ mixed, higher, alike })) {
        for (const { product } of placed) {
          if (product.row.not_food) continue;
          if (part !== 'alike') counts[part as keyof typeof counts] += 1;
          const others = all.filter((one) => one !== product);
          const name = `${kind.key}: ${product.name}`;
          expect(
            others.some(({ id }) => isKnown(id, product.id)),
            name,
          ).toBe(part !== 'alike');
          if (part === 'alike') continue;
          expect(
            others.some(({ id }) => isKnown(product.id, id)),
            name,
          ).toBe(part === 'mixed');
        }
      }
    }
    expect(counts).toEqual({ mixed: 50, higher: 19 });
  });

  test('nothing is said twice or left out, and only a known excess comes after a higher estimate', async () => {
    for (const kind of kinds) {
      const ranked = await rankedKind(kind);
      const ids = pageOrder(ranked).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const worst = ranked.alike.map(({ product: { row } }) =>
        Math.max(...families.map(({ key }) => row[`${key}_tdi_percent`] ?? 0)),
      );
      const { alike } = ranked;
      const isFirstOver = alike[0]?.product.isOver ?? false;
      expect(isFirstOver && alike.some(({ product }) => !product.isOver), kind.key).toBe(false);
      const within = worst.filter((_, at) => !alike[at]?.product.isOver);
      expect(within, kind.key).toEqual(within.toSorted((a, b) => a - b));
    }
  });
});

describe('asked which is lowest', () => {
  test('a formula whose samples overlap with the other’s is lower on average, not for certain', async () => {
    expect(await answer('infant-formula')).toBe(
      'Enfamil Neuro Pro 587g Infant Formula (Tub): lower on average than the other one in phthalates and substitutes; their samples overlap. It is in no family known to be higher, or half as high again by best estimate.',
    );
    expect((await pageOf('infant-formula'))['Higher than others']).toEqual([
      [
        227,
        'Higher on average than the other one in phthalates and substitutes; their samples overlap.',
      ],
    ]);
  });

  test('a formula says what it comes to for a baby, as its report does', async () => {
    const [, higher] = kindParts(await rankedOf('infant-formula'));
    expect(higher?.products[0]).toMatchObject({
      id: 227,
      verdict: expect.stringMatching(
        /^For a baby: six servings a day\. Phthalates: high, but within the European limit for certain: up to \d+ servings a day stay within it\. .*Substitutes: low\.$/,
      ),
    });
  });

  test('so it is of a salad, of protein shakes, and of gummy bears', async () => {
    expect((await pageOf('salads'))['Lower than others']).toEqual([
      [
        154,
        'Lower on average than the other one in phthalates and substitutes; their samples overlap.',
      ],
    ]);
    const shakes = Object.values(await pageOf('protein-shakes')).flat();
    expect(shakes.find(([id]) => id === 59)?.join(' ')).not.toMatch(/for certain|every sample/);
    const bears = (await pageOf('candy'))['Lower in some, higher in others'] ?? [];
    expect(bears.find(([id]) => id === 224)).toEqual([
      224,
      'Lower in every sample tested (3 of it, 4 of the other) than 1 of 2 others in substitutes.',
      'Lower on average than 1 of 2 others in phthalates; their samples overlap.',
      'Higher in every sample tested (3 of it, 3 of the other) than 1 of 2 others in phthalates.',
    ]);
  });

  test.each(['soda', 'bars', 'beef', 'burgers'])('nothing leads %s', async (key) => {
    expect(await answer(key)).toMatch(
      /^None of the (four|five) leads: each that is lower than another in something is higher in something too, if only by best estimate\.$/,
    );
    expect((await rankedOf(key)).lower).toEqual([]);
  });

  test('a soda at hundreds of times the limit neither heads its kind nor comes first', async () => {
    const ids = pageOrder(await rankedOf('soda')).map(({ id }) => id);
    expect(ids).toEqual([204, 71, 70, 72]);
  });

  test('powder is not compared with what somebody brewed or bought as a drink', async () => {
    const coffee = await rankedOf('coffee');
    expect(coffee.apart.map(({ id }) => id)).toEqual([122]);
    expect((await pageOf('coffee'))['Not compared']).toEqual([
      [
        122,
        expect.stringMatching(
          /^Not compared with .*: this was tested as a powder, .*, that brewed\.$/,
        ),
      ],
    ]);
    expect(apartText(coffee)).toBe(
      'Products tested in different states are not compared, as a serving of each is a different thing: brewed; as a powder, before it is mixed.',
    );
    expect(await answer('electrolyte-drinks')).toBe(
      '2 are tested, and no two of them can be compared.',
    );
  });

  test('a dish after 45 minutes in its container is no alternative to itself', async () => {
    const curry = await rankedOf('chicken-curry');
    expect(curry.lower.map(({ product }) => product.id)).toEqual([242]);
    expect(curry.apart.map(({ id }) => id)).toEqual([400, 401, 241, 34]);
    expect(apartText(curry)).toMatch(/is not compared with itself, and is no alternative to it\.$/);
  });

  test('its page, its report, and a comparison give the same reason', async () => {
    const apart = (await pageOf('chicken-curry'))['Not compared'] ?? [];
    for (const id of [34, 241, 401]) {
      const [, ...reasons] = apart.find(([one]) => one === id)!;
      const report = (await findTestedReport(String(id)))!;
      const { apart: said, compared } = (await findSameKind(report))!;
      expect(said).toBe(reasons.join(' '));
      expect(compared).toBe(0);
    }
    expect(apart.find(([id]) => id === 401)?.slice(1)).toEqual([
      expect.stringMatching(/^The same as .*, after the microwave: not compared with itself\.$/),
      expect.stringMatching(
        /^Not compared with .*: this was tested heated in its package, that as it is eaten\.$/,
      ),
    ]);
    const { text } = await openPage('/plasticlist/compare?ids=34,242');
    expect(text).toContain(
      'Not compared with the other: this was tested after 45 minutes in a takeout container.',
    );
  });

  test('its page names the limits once, with their years', async () => {
    const { text } = await openPage('/plasticlist/kinds/soda');
    expect(text.split(limitsNamed())).toHaveLength(2);
  });

  test('what can’t be told apart says what was seen', async () => {
    expect(await answer('plant-milk')).toBe('These tests can’t tell which of the two is lowest.');
    expect(await pageOf('plant-milk')).toEqual({
      'Can’t be told apart': [
        [58, 'Bisphenols: none found in it, but in the other one.'],
        [57, 'Bisphenols: BPA measured in it, none in the other one.'],
      ],
    });
  });

  test('one alone, none, and what nobody eats say so', async () => {
    expect(await answer('eggs')).toMatch(/^One is tested so far/);
    expect(await pageOf('eggs')).toEqual({ Tested: [[316]] });
    expect(await answer('diapers')).toBe('None is tested so far.');
    expect(whichIsLowest(3, null)).toMatch(/^3 are tested\. Nobody eats them/);
  });
});

test('the home page shows of a kind what its own page has first', async () => {
  const html = await drawLookedUp();
  for (const key of ['infant-formula', 'plant-milk', 'bottled-water']) {
    const [first] = pageOrder(await rankedOf(key));
    expect(html).toContain(`href="/plasticlist/${first!.id}"`);
  }
});
