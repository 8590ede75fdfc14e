import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { belowLoqDivisor, meanNgG } from '#app/toxicology/bounds.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitFor, limits } from '#app/toxicology/limits.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { isShown } from '#app/toxicology/metals/metal-limit.ts';
import { potencyFactors } from '#app/toxicology/potency.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { Sections } from './methodology-parts.tsx';
import { LimitTable } from './methodology-tables.tsx';
import { readMethodology } from './read-methodology.server.ts';
import {
  exactFigure,
  LEVEL_TEXTS,
  limitStanding,
  regulatorGaps,
  subjectName,
} from './methodology-text.ts';
import { isOfMetals, METALS_SEARCH, methodologyViewOf } from './methodology-toggle.tsx';
import { rendered } from '#test/support/rendered.tsx';
import { plasticListProducts } from '#test/support/samples-file.ts';

const [product] = plasticListProducts().filter(({ originalId }) => originalId === 16);
if (!product) throw new Error('product 16 is not in the dataset');
const example = {
  originalId: product.originalId,
  name: product.name,
  servingG: product.servingSizeG,
  samples: product.samples.map((sample) => sample.measurements),
};
const leftOut = { found: 7, tested: 60 };

const markupOf = (...of: Parameters<typeof rendered>) => rendered(...of).html;

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

const views = readMethodology({ example, leftOut });
const simple = textOf(<Sections sections={views.simple} />);
const technical = textOf(<Sections sections={views.technical} />);
const links = [
  ...markupOf(<Sections sections={views.technical} />).matchAll(/ href="([^"]+)"/g),
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

describe('the example', () => {
  test('leads from the samples of a published product to its level', () => {
    // DEHP 14.6, <10, 52; DBP 19.1, <10, 18; BBP 5.5, <5, <5; DINP <1; serving 237 g:
    // 23.8667 + 5 × 14.0333 + 0.1 × 3.5 = 94.3833; × 237 = 22368.85; ÷ 700000 = 3.1955%.
    // Lower: 22.2 + 5 × 12.3667 + 0.1 × 1.8333 = 84.2167, so 2.851%; upper: 25.5333 + 5 × 15.7 +
    // 0.1 × 5.1667 + 0.3 × 1 = 104.85, so 3.5499%.
    expect(links).toContain('/plasticlist/16');
    for (const line of [
      'DEHP = mean of 14.6, <10, 52 = 23.87 ng/g',
      'DBP = mean of 19.1, <10, 18 = 14.03 ng/g',
      'BBP = mean of 5.5, <5, <5 = 3.5 ng/g',
      'DINP = mean of <1, <1, <1 = 0 ng/g',
      'sum = 23.87 + 5 × 14.03 + 0.1 × 3.5 + 0.3 × 0 = 94.38 ng/g',
      'serving = 94.38 × 237 = 22,368.85 ng',
      'child = 22,368.85 ÷ (50,000 × 14) × 100 = 3.2%: Medium',
      'adult = 22,368.85 ÷ (50,000 × 70) × 100 = 0.64%: Low',
      'bounds for the child = 2.9% to 3.5%',
    ]) {
      expect(technical).toContain(line);
    }
    expect(simple).toContain(
      '237 g, contains 22,369 ng of phthalates, counted as DEHP. That is 3.2% of the daily limit for a child of 31 lb (14 kg), Medium, and 0.64% for an adult of 154 lb (70 kg), Low.',
    );
  });

  test.each([
    ['is not published', undefined],
    ['has no known serving', { ...example, servingG: null }],
    ['has no upper bound', { ...example, samples: [{ dehp: measured('>60000') }] }],
  ])('is left out where its product %s, and the page still says its rules', (_, other) => {
    const sections = readMethodology({ example: other, leftOut });
    const texts = [
      textOf(<Sections sections={sections.simple} />),
      textOf(<Sections sections={sections.technical} />),
    ];
    expect(texts.join()).not.toMatch(/An example|counted as DEHP\. That/);
    expect(texts[1]).toContain('DEHP + 5 × DBP + 0.1 × BBP + 0.3 × DINP');
  });
});

test('one sample just above what can be measured makes the estimate jump, and not the bounds', () => {
  const meanOf = (...reported: string[]) => meanNgG(reported.map(measured));
  expect(meanOf('<0.5', '<0.5', '<0.5')).toMatchObject({ estimate: 0, upper: 0.5 });
  const jumped = meanOf('<0.5', '<0.5', '0.6');
  expect(jumped?.estimate).toBeCloseTo(1.1 / 3, 9);
  expect(jumped?.upper).toBeCloseTo(1.6 / 3, 9);
  expect(technical).toContain('<0.5, <0.5, <0.5: 0 ng/g, at most 0.5 ng/g');
  expect(technical).toContain(
    '<0.5, <0.5, 0.6: (0.5 ÷ 2 + 0.5 ÷ 2 + 0.6) ÷ 3 = 0.37 ng/g, at most (0.5 + 0.5 + 0.6) ÷ 3 = 0.53 ng/g',
  );
});

test('the child is not taken for EFSA’s, and what EFSA’s would change is said', () => {
  for (const text of [simple, technical]) {
    expect(text).toContain('The child of 31 lb (14 kg) is not EFSA’s');
    expect(text).toMatch(/EFSA assumes weighs 26 lb \(12 kg\) \( ?EFSA Journal 2012;10\(3\):2579/);
    expect(text).toContain('14/12 of what it is, 17% more');
  }
});

test('DIBP is named as left out, with how often it was found', () => {
  for (const text of [simple, technical]) {
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

function measured(reported: string) {
  const read = parseMeasurement(reported);
  if (!read.ok) throw new Error(read.reason);
  return read.measurement;
}

describe('the part about metals', () => {
  const metalsView = textOf(<Sections sections={views.metals} />);

  test('says what is measured, for how much, how it is judged, and of each what limits it', () => {
    for (const words of [
      'how much lead, cadmium, arsenic, and mercury is in a sample',
      '$275 a sample, $825 for 3 samples',
      'There are no levels for metals',
      'the sample with the most is within at its upper bound',
      'they have to be 2.6 times apart, or no difference can be told',
      'Arsenic is never green',
      'Lead A metal of which no amount is known to do no harm [1].',
      'Regulation (EU) 2023/915',
    ])
      expect(metalsView).toContain(words);
    expect(metalsView).not.toMatch(/\$425|\$1,275|risk level/i);
  });

  test('has every limit that may be shown from its record, in one table, and no other', () => {
    const table = /<caption[^>]*>Limits for metals.*?<\/table>/s.exec(
      markupOf(<Sections sections={views.metals} />),
    )?.[0];
    // On a phone it is read in sentences, and not at 12 px.
    expect(markupOf(<Sections sections={views.metals} />)).toMatch(
      /max-sm:\[&amp;_tbody\]:text-base[^<]*<div[^<]*<table/,
    );
    const rows = (table ?? '').split('<tr').slice(2);
    const cells = rows.map((row) => row.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'));
    const all = [...intakeMetalLimits, ...foodMetalLimits];
    expect(cells).toHaveLength(all.filter(isShown).length);
    for (const words of [
      'Daily amount of lead|children|2.2 µg a day|FDA, interim, no legal limit. |',
      'Warning threshold for lead|everybody|0.5 µg a day|California, sellers must warn above it. 27 CCR 25805(b)',
      'Tolerable weekly intake of cadmium|everybody|2.5 µg per kg of body weight a week|EFSA, final. |',
      'Action level for lead|single root vegetables for babies|20 µg per kg|FDA, guidance, not binding. FDA-2022-D-0278',
      '|children: a child may lose one IQ point at this dose, which is not called tolerable|0.5 µg per kg of body weight a day|',
      'Maximum level for cadmium|cocoa powder|600 µg per kg|EU, final. |2023/915, 3.2.15.4|. Looked at November 29, 2026.',
    ])
      expect(cells.filter((row) => row.includes(words))).toHaveLength(1);
    // Quoted by a second hand alone, superseded, proposed.
    for (const words of [
      '4.1 µg a day',
      '15 µg a day',
      '3 µg a day',
      'apple juice|10 µg per kg',
      'JECFA',
    ])
      expect(table).not.toContain(words);
    // In the capitals of a heading it would read as milligrams.
    expect(table?.split('<tbody')[0]).not.toContain('µ');
  });

  test('says what a test must see, of food and of formula', () => {
    for (const words of [
      'One serving (110 g) a day, for a child of 14 kg: Must see : FDA’s daily amount of lead for children (needs 20 µg/kg); EFSA’s tolerable weekly intake of cadmium (needs 45.4 µg/kg)',
      'A day of formula (800 g as fed), for a baby of 5 kg: Must see : FDA’s daily amount of lead for children (needs 2.75 µg/kg); EFSA’s tolerable weekly intake of cadmium (needs 2.23 µg/kg)',
      'California’s warning threshold for lead (needs 0.625 µg/kg)',
    ])
      expect(metalsView).toContain(words);
  });

  test('has an address of its own', () => {
    expect(isOfMetals(new URLSearchParams(METALS_SEARCH))).toBe(true);
    for (const other of ['', 'panel=plastics', 'view=metals'])
      expect(isOfMetals(new URLSearchParams(other))).toBe(false);
  });
});
