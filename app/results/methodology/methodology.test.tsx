import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { belowLoqDivisor, meanNgG } from '#app/toxicology/bounds.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitFor, limits } from '#app/toxicology/limits.ts';
import { isQuantified } from '#app/toxicology/measurement.ts';
import { potencyFactors } from '#app/toxicology/potency.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { EXAMPLE_IDS, workExamples } from './methodology-examples.ts';
import { Sections } from './methodology-parts.tsx';
import { jumpLines } from './methodology-jump.ts';
import { LimitTable } from './methodology-tables.tsx';
import { readMethodology } from './read-methodology.server.ts';
import {
  exactFigure,
  LEVEL_TEXTS,
  limitStanding,
  regulatorGaps,
  subjectName,
} from './methodology-text.ts';
import { methodologyViewOf } from './methodology-toggle.tsx';
import { meanText, type ExampleProduct, type WorkingSide } from './methodology-working.ts';
import { populationOf } from '#app/results/percentile.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
if (!parsed.ok) throw new Error('the dataset is unreadable');
const products: ExampleProduct[] = productsOf(parsed.samples).map((product) => ({
  originalId: product.originalId,
  name: product.name,
  servingG: product.servingSizeG,
  samples: product.samples.map((sample) => sample.measurements),
}));
const dehpNgG = populationOf(
  parsed.samples.flatMap(({ measurements: { dehp } }) =>
    dehp && isQuantified(dehp) ? [dehp.valueNgG] : [],
  ),
);
const examples = workExamples(products, dehpNgG);

function markupOf(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** What is read of markup, as on the server. */
function textOf(element: ReactNode): string {
  return markupOf(element)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,])/g, '');
}

const views = readMethodology(examples);
const simple = textOf(<Sections sections={views.simple} examples={examples} />);
const technical = textOf(<Sections sections={views.technical} examples={examples} />);
const links = [
  ...markupOf(<Sections sections={views.technical} examples={examples} />).matchAll(
    / href="([^"]+)"/g,
  ),
].map(([, address]) => address?.replaceAll('&amp;', '&'));

describe('the records on the page', () => {
  test.each(limits.map((limit) => [`${limit.authority} ${limit.subject}`, limit] as const))(
    '%s: value, year, citation, note, and status',
    (_, limit) => {
      const row = `${subjectName(limit.subject)} ${exactFigure(limit.limitNgPerKgDay)} ${limit.setBy}, ${limit.year}. ${limit.citation.number ?? limit.citation.title}`;
      expect(technical).toContain(row);
      expect(technical).toContain(limit.citation.title);
      if (limit.citation.url) expect(links).toContain(limit.citation.url);
      expect(technical).toContain(`${limit.note ?? ''} ${limitStanding(limit)}`.trim());
    },
  );

  test('a changed record changes the page', () => {
    const [first] = limits;
    if (!first) throw new Error('no limits');
    const records = [{ ...first, limitNgPerKgDay: 123_456, year: 2031 }];
    const text = textOf(<LimitTable authority={first.authority} records={records} />);
    expect(text).toContain('123,456');
    expect(text).toContain('2031');
    expect(text).not.toContain(exactFigure(first.limitNgPerKgDay));
  });

  test('every factor with its source, cut-off and chemical', () => {
    for (const { factor, source } of potencyFactors) {
      expect(technical).toContain(exactFigure(factor));
      expect(technical).toContain(source.replace(/, https.*/, ''));
    }
    for (const text of [simple, technical]) {
      expect(text).toContain(
        `Low < ${levelCutOffs.mediumFromPercent}% ≤ Medium < ${levelCutOffs.highFromPercent}% ≤ High`,
      );
      for (const { level } of LEVEL_TEXTS) expect(text).toContain(level);
      expect(text).toContain('This is not medical advice.');
      expect(text).not.toMatch(/\b5\.0 ?(%|percent)/);
    }
    expect(simple).toContain('looks for 18 chemicals');
    expect(technical).toContain('The 18 chemicals of every test, and BPAF and TOTM where');
    for (const { abbreviation, fullName, casNumber } of chemicals) {
      expect(technical).toContain(`${abbreviation} ${fullName}, CAS ${casNumber}`);
    }
  });

  test('a chemical without a limit reads so, for each authority', () => {
    const missing = chemicals.flatMap(({ key }) =>
      (['EFSA', 'EPA'] as const).filter((authority) => !limitFor(key, authority)),
    );
    const table = technical.slice(technical.indexOf('The 18 chemicals of every test'));
    expect(table.match(/no limit set/g)).toHaveLength(missing.length);
  });

  test('regulators are a quarter of a million times apart on BPA', () => {
    const [widest] = regulatorGaps();
    expect(widest).toMatchObject({ chemical: 'bpa', stricter: 'EFSA' });
    expect(widest?.ratio).toBeCloseTo(250_000, 3);
    expect(simple).toContain('250,000 times apart, or 5 orders of magnitude');
    expect(simple).toContain('EFSA is for BPA, DBP and DEHA, the EPA for DEHP and BBP');
  });
});

describe('worked examples', () => {
  test('a result below detection counts half where another sample was above', () => {
    // Product 2: DEHP 15.6, 11 and <10 ng/g.
    expect(examples.mean).toEqual({
      originalId: 2,
      name: 'Boudin Sourdough Bread',
      lines: [
        'DEHP as reported: 15.6, 11, <10 ng/g',
        'estimate: (15.6 + 11 + 10 ÷ 2) ÷ 3 = 10.53 ng/g',
        'lower bound: (15.6 + 11 + 0) ÷ 3 = 8.87 ng/g',
        'upper bound: (15.6 + 11 + 10) ÷ 3 = 12.2 ng/g',
      ],
    });
  });

  test('phthalates from the samples to the level', () => {
    // DEHP 14.6, <10, 52; DBP 19.1, <10, 18; BBP 5.5, <5, <5; DINP <1; serving 237 g:
    // 23.8667 + 5 × 14.0333 + 0.1 × 3.5 = 94.3833; × 237 = 22368.85; ÷ 700000 = 3.1955%.
    // Lower: 22.2 + 5 × 12.3667 + 0.1 × 1.8333 = 84.2167, so 2.851%; upper: 25.5333 + 5 × 15.7 +
    // 0.1 × 5.1667 + 0.3 × 1 = 104.85, so 3.5499%.
    expect(examples.phthalates?.originalId).toBe(16);
    expect(examples.phthalates?.lines).toEqual([
      'DEHP: (14.6 + 10 ÷ 2 + 52) ÷ 3 = 23.87 ng/g',
      'DBP: (19.1 + 10 ÷ 2 + 18) ÷ 3 = 14.03 ng/g',
      'BBP: (5.5 + 5 ÷ 2 + 5 ÷ 2) ÷ 3 = 3.5 ng/g',
      'DINP: in no sample found: 0 ng/g',
      'sum: 23.87 + 5 × 14.03 + 0.1 × 3.5 + 0.3 × 0 = 94.38 ng/g',
      'serving: 94.38 × 237 = 22,368.85 ng',
      'child: 22,368.85 ÷ (50,000 × 14) × 100 = 3.2% → Medium',
      'adult: 22,368.85 ÷ (50,000 × 70) × 100 = 0.64% → Low',
      'bounds, child: 2.9% to 3.5%',
    ]);
  });

  test('bisphenols add up, and what was found in no sample adds nothing', () => {
    // BPA <1, <1, 1.9; serving 240 g: 2.9 ÷ 3 × 240 = 232; ÷ 2.8 = 8285.7%.
    expect(examples.bisphenols?.originalId).toBe(57);
    expect(examples.bisphenols?.lines).toEqual(
      expect.arrayContaining([
        'BPA: (1 ÷ 2 + 1 ÷ 2 + 1.9) ÷ 3 = 0.97 ng/g',
        'child: 232 ÷ (0.2 × 14) × 100 = 8,286% → High',
        'adult: 232 ÷ (0.2 × 70) × 100 = 1,657% → High',
      ]),
    );
  });

  test('substitutes count as DEHT', () => {
    // DEHT 210 and 170, DEHA 150 and 140: 190 + 3.33 × 145 = 672.85; × 240 = 161484.
    expect(examples.substitutes?.lines).toEqual(
      expect.arrayContaining([
        'sum: 190 + 3.33 × 145 + 0 = 672.85 ng/g',
        'child: 161,484 ÷ (1,000,000 × 14) × 100 = 1.2% → Low',
      ]),
    );
  });

  test('nothing found, above the range, not tested, equivalents, percentile', () => {
    expect(examples.nothingFound?.lines).toEqual([
      'BPA as reported: <1, <1, <1 ng/g',
      'estimate: (0 + 0 + 0) ÷ 3 = 0 ng/g',
      'upper bound: (1 + 1 + 1) ÷ 3 = 1 ng/g',
      'bounds, child: 0% to 38,036%',
      'the upper bound is of a higher level: Can’t tell, best estimate Low',
    ]);
    expect(examples.aboveRange?.lines).toContain('DEHP: ≥ 60,000 ng/g');
    expect(examples.aboveRange?.lines).toContain(
      'child: 2,345,250 ÷ (50,000 × 14) × 100 ≥ 335% → High',
    );
    expect(examples.notTested?.lines[0]).toBe('BPA as reported: NO RESULT, NO RESULT, NO RESULT');
    expect(examples.equivalents?.lines[1]).toBe('14.6 + 5 × 19.1 + 0.1 × 5.5 = 110.65 ng/g');
    expect(examples.percentile?.lines.at(-1)).toMatch(/→ percentile \d+$/);
  });

  test('what a mean is said to consist of gives the mean, for all that is published', () => {
    const claims = products.flatMap((product) =>
      chemicals.flatMap(({ key }) => {
        const measurements = product.samples.flatMap((sample) => sample[key] ?? []);
        return (['lower', 'estimate', 'upper'] as const).flatMap((side) =>
          claimOf(measurements, side),
        );
      }),
    );
    expect(claims.length).toBeGreaterThan(1_000);
    expect(claims.filter(({ added, mean }) => Math.abs(added - mean) > 1e-6)).toEqual([]);
  });

  test('one sample just above what can be measured makes the estimate jump, and not the bounds', () => {
    // (0.6 + 0.25 + 0.25) ÷ 3 × 37 ÷ 2.8 = 484.5%; upper 1.5 × 37 ÷ 2.8, then (1.6 ÷ 3 + 1) × 37 ÷ 2.8.
    expect(jumpLines()).toEqual([
      'BPA <0.5, <0.5, <0.5 ng/g: 0%, at most 1,982%',
      'BPA <0.5, <0.5, 0.6 ng/g: (0.5 ÷ 2 + 0.5 ÷ 2 + 0.6) ÷ 3 = 0.37 ng/g, × 37 ÷ (0.2 × 14) × 100: 485%, at most 2,026%',
    ]);
    for (const line of jumpLines()) expect(technical).toContain(line);
    // Product 79: 370 g; (1.2 + 1) ÷ 3 × 370 ÷ 2.8 = 9,690%.
    expect(examples.jump?.lines).toEqual([
      'BPA as reported: <1, 1.2, <1 ng/g: 9,690%, at most 40,524%',
      'had that sample been below the limit too, <1, <1, <1 ng/g: 0%, at most 39,643%',
    ]);
  });

  test('without published results there are none, and the page still says its rules', () => {
    const none = workExamples([], populationOf([]));
    expect(none).toEqual({});
    const text = textOf(<Sections sections={readMethodology(none).technical} examples={none} />);
    expect(text).not.toContain('Example');
    expect(text).toContain('DEHP + 5 × DBP + 0.1 × BBP + 0.3 × DINP');
  });

  test('each is taken from a product that is published, and shows its point there', () => {
    const known = new Set(products.map(({ originalId }) => originalId));
    expect(EXAMPLE_IDS.filter((id) => !known.has(id))).toEqual([]);
    expect(Object.keys(examples)).toHaveLength(13);
  });

  test('the next product steps in where the first no longer shows the point', () => {
    const others = products.filter(({ originalId }) => originalId !== 2);
    expect(workExamples(others, dehpNgG).mean?.originalId).toBe(16);
  });
});

test('the child is not taken for EFSA’s, and what EFSA’s would change is said', () => {
  for (const text of [simple, technical]) {
    expect(text).toContain('The child of 31 lb (14 kg) is not EFSA’s');
    expect(text).toMatch(/EFSA assumes weighs 26 lb \(12 kg\) \( ?EFSA Journal 2012;10\(3\):2579/);
    expect(text).toContain('14/12 of what it is, 17% more');
  }
});

test('DIBP is named as left out, with how often it was found', () => {
  const counted = { ...examples, leftOut: { found: 7, tested: 60 } };
  for (const sections of Object.values(readMethodology(counted))) {
    const text = textOf(<Sections sections={sections} examples={counted} />);
    expect(text).toContain('DIBP is left out of every sum. It was found in 7 of 60 samples');
  }
});

test('prose says “daily limit” first, and the abbreviation only beside it', () => {
  expect(simple.indexOf('daily limit')).toBeLessThan(simple.indexOf('TDI'));
  expect(simple).not.toMatch(/of (the )?(TDI|tolerable daily intake)/);
});

test('the word “half” holds', () => {
  expect(belowLoqDivisor).toBe(2);
});

test.each([
  ['', 'simple'],
  ['view=technical', 'technical'],
  ['view=other', 'simple'],
])('%j shows the %s view', (query, view) => {
  expect(methodologyViewOf(new URLSearchParams(query))).toBe(view);
});

/** What the terms of a mean's text add up to, beside the mean; nothing where there are none. */
function claimOf(measurements: Parameters<typeof meanNgG>[0], side: WorkingSide) {
  const text = meanText(measurements, side) ?? '';
  const outcome = /^\((?<terms>.+)\) ÷ (?<count>\d+) [=≥] /.exec(text)?.groups;
  const mean = meanNgG(measurements)?.[side];
  if (!outcome || mean === undefined) return [];
  const terms = (outcome.terms ?? '').split(' + ').map((term) => {
    const [figure = '', divisor = '1'] = term.split(' ÷ ');
    return Number(figure.replaceAll(',', '')) / Number(divisor);
  });
  return [{ text, added: terms.reduce((a, b) => a + b, 0) / Number(outcome.count), mean }];
}
