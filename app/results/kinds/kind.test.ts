import { describe, expect, test } from 'vitest';
import { kindNamed, kinds } from '#app/catalogue/kinds.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';
import { comparedIn, pageOrder } from '#app/results/rank/rank-kind.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { findSameKind } from '#app/results/rank/same-kind.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { lowerBy } from '#test/oracle/results/compared.ts';
import { heldOf, PERSONS, readRaw, standOf } from '#test/oracle/results/raw-results.ts';
import { higherIn } from '#test/oracle/results/of-others.ts';
import { productsOfKind } from '#test/oracle/results/read-kinds.ts';
import { familiesIn, ownPerson } from '#test/oracle/results/sentences.ts';
import { HOLDS } from '#app/results/answers/limit-words.ts';
import { openPage } from '#test/support/open-page.tsx';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { whichIsLowest, whichIsLowestIn } from '#app/results/rank/which-is-lowest.ts';
import { apartText, kindParts, limitsOfAll } from './kind-text.ts';
import { drawLookedUp } from './draw-looked-up.server.tsx';

useDatabaseWithResults();

const rankedOf = (key: string) => rankedKind(kindNamed(key)!);
const answer = async (key: string) => {
  const ranked = await rankedOf(key);
  return whichIsLowest(pageOrder(ranked).length, ranked);
};
/** Names and lines of a kind's page, by part. */
const pageOf = async (key: string) =>
  Object.fromEntries(
    kindParts(await rankedOf(key), 'phthalates').map(({ title, products }) => [
      title,
      products.map(({ id, places }) => [id, ...places]),
    ]),
  );

/** How sure the oracle is that one has less than another, by the site's names. */
const STRENGTHS = {
  'for certain': 'certain',
  'in every sample': 'every_sample',
  'on average': 'average',
} as const;
const raw = readRaw();
const known = (one: number, other: number, family: Family) => {
  const strength = lowerBy(raw.get(one)!, raw.get(other)!, family, PERSONS.child);
  return strength ? STRENGTHS[strength] : undefined;
};

describe('of every kind', () => {
  test('each claim of one product against another is what the raw rows say, by how sure it is', async () => {
    const counts = { certain: 0, every_sample: 0, average: 0 };
    const wrong: string[] = [];
    for (const kind of kinds) {
      const placed = comparedIn(await rankedKind(kind)).filter(
        ({ product }) => !product.row.not_food,
      );
      for (const { product, standings } of placed) {
        for (const { product: other } of placed.filter((one) => one.product !== product)) {
          for (const { key: family } of families) {
            if (product.row[`${family}_risk`] === 'N/A') continue;
            const said = standings.find(
              (one) => one.side === 'lower' && one.other === other && one.family === family,
            )?.strength;
            const holds = known(product.id, other.id, family);
            if (holds) counts[holds] += 1;
            if ((said === 'estimate' ? undefined : said) !== holds) {
              wrong.push(`${product.id} ${other.id} ${family}: ${said}, not ${holds}`);
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // Where the bounds of means alone were asked, all 230 were “surely lower”.
    expect(counts).toEqual({ certain: 55, every_sample: 69, average: 106 });
  });

  test('nothing is said twice or left out, and only a known excess comes after a higher estimate', async () => {
    for (const kind of kinds) {
      const ranked = await rankedKind(kind);
      const ids = pageOrder(ranked).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const part of [ranked.leaning, ranked.alike]) {
        const worst = part.map(({ product: { row } }) =>
          Math.max(...families.map(({ key }) => row[`${key}_tdi_percent`] ?? 0)),
        );
        const isFirstOver = part[0]?.product.isOver ?? false;
        expect(isFirstOver && part.some(({ product }) => !product.isOver), kind.key).toBe(false);
        const within = worst.filter((_, at) => !part[at]?.product.isOver);
        expect(within, kind.key).toEqual(within.toSorted((a, b) => a - b));
      }
      const [first] = ranked.lower.length > 0 ? [] : comparedIn(ranked);
      const isAnyFree = ranked.alike.some(({ product }) => !product.isOver);
      expect(first?.product.isOver && isAnyFree, kind.key).not.toBe(true);
    }
  });
});

describe('asked which is lowest', () => {
  test('a formula whose samples overlap with the other’s is lower on average, not for certain', async () => {
    expect(await answer('infant-formula')).toBe(
      'Enfamil Neuro Pro 587g Infant Formula (Tub): lower on average than the other one in phthalates and substitutes; their samples overlap. It is in no family shown to be higher, nor 1.5 times as high by best estimate.',
    );
    expect((await pageOf('infant-formula'))['Higher in some family']).toEqual([
      [
        227,
        'Higher on average than the other one in phthalates and substitutes; their samples overlap.',
      ],
    ]);
  });

  test('a formula says what it comes to for a baby, as its report does', async () => {
    const [, higher] = kindParts(await rankedOf('infant-formula'), 'phthalates');
    expect(higher?.products[0]).toMatchObject({
      id: 227,
      verdict: expect.stringMatching(
        /^For a baby: six servings a day\. Phthalates: high, but within the European limit for certain: up to \d+ servings a day stay within it\. .*Substitutes: low\.$/,
      ),
    });
  });

  test('so it is of a salad, of protein shakes, and of gummy bears', async () => {
    expect((await pageOf('salads'))['Lower in some family, higher in none']).toEqual([
      [
        154,
        'Lower on average than the other one in phthalates and substitutes; their samples overlap.',
      ],
    ]);
    const shakes = Object.values(await pageOf('protein-shakes')).flat();
    expect(shakes.find(([id]) => id === 59)?.join(' ')).not.toMatch(/for certain|every sample/);
    const bears = (await pageOf('candy'))['Lower in some family, higher in some'] ?? [];
    expect(bears.find(([id]) => id === 224)).toEqual([
      224,
      'Lower in every sample tested (3 against 4) than 1 of 2 others in substitutes.',
      'Lower on average than 1 of 2 others in phthalates; their samples overlap.',
      'Higher in every sample tested (3 against 3) than 1 of 2 others in phthalates.',
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

  test('what samples show to be lower is not said to be as the others, though one is higher by estimate', async () => {
    const { leaning, alike } = await rankedOf('chicken-nuggets');
    expect([leaning.map(({ product: { id } }) => id), alike]).toEqual([[165], []]);
    const part = (await pageOf('chicken-nuggets'))[
      'Lower in some family, higher in some by best estimate'
    ];
    expect(part).toEqual([
      [
        165,
        expect.stringMatching(/^Lower for certain than all 4 others in substitutes/),
        ...Array.from({ length: part![0]!.length - 2 }, () => expect.any(String)),
      ],
    ]);
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

describe('in one family', () => {
  const leadIn = async (key: string, family: Family) => {
    const ranked = await rankedOf(key);
    return whichIsLowestIn(family, pageOrder(ranked).length, ranked);
  };

  test.each<[string, Family, string]>([
    [
      'infant-formula',
      'phthalates',
      'Enfamil Neuro Pro 587g Infant Formula (Tub): lower on average than the other one in phthalates; their samples overlap.',
    ],
    [
      'infant-formula',
      'bisphenols',
      'In bisphenols, these tests can’t tell which of the two is lowest.',
    ],
  ])('%s in %s names what is lowest, or says that nobody can tell', async (key, family, lead) => {
    expect(await leadIn(key, family)).toBe(lead);
  });

  test('what is higher in another family is named with that family', async () => {
    let leads = 0;
    for (const { key } of kinds) {
      const ranked = await rankedOf(key);
      for (const { key: family } of families) {
        const lead = await leadIn(key, family);
        const [named] = pageOrder(ranked).filter(({ name }) => lead.startsWith(`${name}:`));
        if (!named) continue;
        leads += 1;
        const [, higher = ''] = / But in (.*) it is higher than another, /.exec(lead) ?? [];
        const of = productsOfKind(key, raw);
        expect(familiesIn(higher), lead).toEqual(higherIn(raw.get(named.id)!, of));
      }
    }
    expect(leads).toBeGreaterThan(10);
  });

  test('a row’s ticks are what the raw rows say', async () => {
    const stands = {
      within: 'within',
      'own above': 'above',
      'sum above': 'above_if_counted',
      open: 'unseen',
    };
    let ticks = 0;
    for (const { key } of kinds) {
      const ranked = await rankedOf(key);
      for (const { key: family } of families) {
        for (const { id, limits } of kindParts(ranked, family).flatMap((part) => part.products)) {
          const product = raw.get(id)!;
          for (const { authority, verdict, holds } of limits) {
            ticks += 1;
            const stand = standOf(product, family, ownPerson(product), authority);
            expect(verdict, `${id} ${family} ${authority}`).toBe(stand && stands[stand]);
            const held = heldOf(product, family, ownPerson(product), authority);
            expect(holds && HOLDS[holds], `${id} ${family} ${authority}`).toBe(held ?? undefined);
          }
        }
      }
    }
    expect(ticks).toBeGreaterThan(1_000);
  });

  test.each<[string, Family, string]>([
    [
      'soda',
      'bisphenols',
      'All four are within the U.S. (EPA) limit for certain. The German (BfR) limit: one within for certain, one within on average, one not known and one above if others count as BPA. The European limit: one not known and three above if others count as BPA.',
    ],
    [
      'bottled-water',
      'bisphenols',
      'All six are within the U.S. (EPA) and German (BfR) limits: five for certain and one in the one sample tested. About the European limit these tests can’t tell.',
    ],
    [
      'infant-formula',
      'phthalates',
      'Both are within the U.S. (EPA) and European limits for certain.',
    ],
  ])('%s in %s says of how many a limit is known', async (key, family, sentence) => {
    const products = kindParts(await rankedOf(key), family).flatMap((part) => part.products);
    expect(limitsOfAll(family, products)).toBe(sentence);
  });
});
