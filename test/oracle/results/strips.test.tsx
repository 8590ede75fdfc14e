import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { stripOf } from '#app/results/answers/strip-of.ts';
import { Strip } from '#app/results/strip/strip.tsx';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import { drawnIn, strippedRaw, wrongIn } from './read-strips.ts';
import { PERSONS, RAW_FAMILIES, readRaw, type RawFamily, type RawProduct } from './raw-results.ts';

const raw = readRaw();
const of = (id: number) => raw.get(id)!;

/** A product's cells as the site reads them. */
function measured({ samples }: RawProduct): SampleMeasurements[] {
  return samples.map((sample) =>
    Object.fromEntries(
      chemicals.flatMap(({ key, abbreviation }) => {
        const read = parseMeasurement(sample[abbreviation] ?? '');
        return read.ok ? [[key, read.measurement]] : [];
      }),
    ),
  );
}

/** A strip as the site draws it, for whoever eats it. */
function drawn(product: RawProduct, family: RawFamily, eater: keyof typeof PERSONS): string {
  const { kg: weightKg, servings } = PERSONS[eater];
  const viewpoint = { weightKg, servings, authority: 'EFSA' } as const;
  const tiles = reportTiles(product.id, product.servingG, measured(product), viewpoint);
  const tile = tiles.find((one) => one.family === family)!;
  return renderToStaticMarkup(<Strip strip={stripOf(tile)} size="row" />);
}

describe.each(Object.keys(PERSONS) as (keyof typeof PERSONS)[])('for one %s', (eater) => {
  test.each(RAW_FAMILIES)('each strip of %s is as its rows say', (family) => {
    expect(raw.size).toBe(236);
    const wrong = [...raw.values()].flatMap((product) => {
      const expected = strippedRaw(product, family, PERSONS[eater]);
      return wrongIn(drawnIn(drawn(product, family, eater)), expected).map(
        (why) => `No. ${product.id}: ${why}`,
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('a strip that is not as its rows say is refused', () => {
  const why = (id: number, family: RawFamily, change: (markup: string) => string) => {
    const markup = change(drawn(of(id), family, 'child'));
    return wrongIn(drawnIn(markup), strippedRaw(of(id), family, PERSONS.child));
  };
  const movedBy = (name: string, by: number) => (markup: string) =>
    markup.replace(
      new RegExp(` ${name}="([\\d.]+)%"`),
      (_, at: string) => ` ${name}="${Number(at) + by}%"`,
    );

  test.each<[string, number, RawFamily, (markup: string) => string]>([
    ['a dot a pixel off', 58, 'phthalates', movedBy('cx', 0.09)],
    [
      'a bar a pixel short',
      58,
      'bisphenols',
      (m) =>
        m.replace(
          /(<rect) width="([\d.]+)%"/,
          (_, rect: string, to: string) => `${rect} width="${Number(to) - 0.09}%"`,
        ),
    ],
    [
      'the end of a line a pixel short',
      71,
      'bisphenols',
      (m) => m.replace(/<rect x="([\d.]+)%"/, (_, at: string) => `<rect x="${Number(at) - 0.09}%"`),
    ],
    ['the end of a line left out', 71, 'bisphenols', (m) => m.replace(/<rect x="[^>]*>/, '')],
    [
      'a sign of above for certain where others are counted',
      71,
      'bisphenols',
      (m) => m.replaceAll('fill-paper-raised', 'fill-current'),
    ],
    [
      'a sign of above for certain where one is within',
      58,
      'phthalates',
      (m) =>
        m.replace(
          /<circle cx=("[^"]*") cy=("[^"]*")[^>]*>/,
          '<svg x=$1 y=$2><path d="M0 -3L3 0L0 3L-3 0Z" class="fill-current">',
        ),
    ],
    [
      'a tenth of a limit elsewhere',
      58,
      'phthalates',
      (m) => m.replace(/x1="61[.\d]*%" x2="61[.\d]*%"/, 'x1="62%" x2="62%"'),
    ],
    [
      'another most in words',
      71,
      'bisphenols',
      (m) => m.replace(/at most [\d,]+ times/, 'at most 900 times'),
    ],
    ['a limit elsewhere', 71, 'bisphenols', movedBy('x1', 3)],
    [
      'the color of a yes',
      71,
      'bisphenols',
      (m) => m.replaceAll('"text-ink ', '"text-accent-ink '),
    ],
    [
      'a dot where more was than could be measured',
      40,
      'phthalates',
      (m) => m.replaceAll('fill-paper-raised', 'fill-current'),
    ],
    [
      'a sample left out',
      71,
      'bisphenols',
      (m) =>
        m.replace(
          /<g class="text-ink [^"]*"><(circle|line x1="[\d.]+%" x2="[\d.]+%" y1="([\d.]+)" y2="\2").*?<\/g>/,
          '',
        ),
    ],
  ])('%s', (_, id, family, change) => {
    expect(why(id, family, (markup) => markup)).toEqual([]);
    expect(why(id, family, change)).not.toEqual([]);
  });
});
