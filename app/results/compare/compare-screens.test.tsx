import { describe, expect, test } from 'vitest';
import type { Measurement, SampleMeasurements } from '#app/toxicology/measurement.ts';
import { rendered } from '#test/support/rendered.tsx';
import type { ComparedProduct } from './compare.server.ts';
import { FamiliesCompared, ProductsCompared } from './compare-rows.tsx';
import { CompareToggle } from './compare-bar.tsx';
import { baby, specChild, type Eater } from '#app/results/answers/eater.ts';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';

const measured = (ngG: number): Measurement => ({
  status: 'ok',
  valueNgG: ngG,
  loqNgG: null,
  reported: String(ngG),
});
const above = (ngG: number): Measurement => ({ ...measured(ngG), status: 'above_range' });
const below = (ngG: number): Measurement => ({
  status: 'below_loq',
  valueNgG: null,
  loqNgG: ngG,
  reported: `<${ngG}`,
});

const bounds = (lower: number, upper = lower) => ({
  lower,
  estimate: lower,
  upper,
  upperOpen: false,
});

function compared(id: number, name: string, sample: SampleMeasurements): ComparedProduct {
  return {
    id,
    paddedId: String(id).padStart(4, '0'),
    name,
    category: 'tap_water',
    isNotFood: id === 9,
    servingG: 100,
    samples: 1,
    opening: specChild,
    eater: specChild,
    tiles: reportTiles(id, 100, [sample], defaultViewpoint),
    per100g: [bounds(0.31), bounds(0, 9_000), null],
  };
}

const products = [
  compared(7, 'Found', { bpa: measured(0.05), bps: measured(0), bpf: measured(0) }),
  compared(8, 'Unseen', { bpa: below(1), bps: below(1), bpf: below(1) }),
  compared(9, 'Beyond', { bpa: above(60_000), bps: measured(0), bpf: measured(0) }),
  compared(93, 'Not rated', { bpa: measured(10) }),
];

describe('a family', () => {
  const { html, text } = rendered(<FamiliesCompared products={products} />);
  const [, , bisphenols = ''] = html.split('<section');
  const rows = bisphenols
    .split('<li class="grid')
    .slice(1)
    .map((row) => row.replace(/^[^>]*>/, '').replace(/<svg.*?<\/svg>/g, ''))
    .map((row) => row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));

  test('has a row a product, all on one axis, with the limits named above the first', () => {
    expect(rows).toHaveLength(4);
    expect(html.match(/role="img"/g)).toHaveLength(products.length * 3);
    expect(bisphenols.match(/EFSA<tspan[^>]*> 2023/g)).toHaveLength(1);
    expect(html).not.toContain('style=');
  });

  test('says of each what its report says', () => {
    expect(rows[0]).toMatch(/Above EFSA High about 1\.8 times the European BPA limit/);
    expect(rows[0]).toMatch(
      /In words : Found Above the European limit for BPA .* High About 1\.8 times the European BPA limit/,
    );
    expect(rows[1]).toMatch(
      /Within the U\.S\. \(EPA\) and German \(BfR\) limits .*Can’t tell the level None found\. This test could have missed up to 110 times the European BPA limit, all counted as BPA\./,
    );
    expect(rows[2]).toMatch(/High At least 2\.1 million times the European BPA limit/);
    expect(rows[3]).toMatch(/N\/A Not rated/);
    expect(rows[3]).not.toMatch(/the daily limit/);
  });

  test('sets equal amounts side by side, too', () => {
    expect(text.match(/Per 100 g: 1\/320 of the European limit \(0\.31%\)/g)).toHaveLength(4);
    expect(
      text.match(/Per 100 g: Can’t tell: 0% to 90 times the European BPA limit/g),
    ).toHaveLength(4);
    expect(text.match(/Per 100 g: N\/A/g)).toHaveLength(4);
  });
});

describe('what is compared', () => {
  const { html, text } = rendered(<ProductsCompared products={products} named={null} />);

  test('links each product to its report and out of the comparison', () => {
    expect(html).toContain('href="/plasticlist/93"');
    expect(html).toContain('href="/plasticlist/compare?ids=7,8,9"');
    expect(text).toContain('Remove Not rated');
  });

  test('keeps the adult in its links', () => {
    const adult = { weightKg: 70, servings: 1 };
    const grown = rendered(
      <ProductsCompared
        products={products.map((one) => ({ ...one, eater: adult }))}
        named={adult}
      />,
    );
    expect(grown.html).toContain('href="/plasticlist/93?weight=adult"');
    expect(grown.html).toContain('href="/plasticlist/compare?ids=7,8,9&amp;weight=adult"');
  });

  test('says of each what it is, and what is not known', () => {
    expect(text).toContain('No. 0009, not food · tap water · 100 g a serving · 1 sample');
    const unknown = { ...products[0]!, category: null, servingG: null };
    const alone = rendered(<ProductsCompared products={[unknown]} named={null} />);
    expect(alone.text).toContain('Unknown · Unknown a serving');
    expect(alone.text).not.toContain('In words');
  });

  test('names the spec’s child to a report that would open with the baby', () => {
    const formula = products.slice(0, 1).map((one) => ({ ...one, opening: baby }));
    const eatenBy = (eater: Eater) => formula.map((one) => ({ ...one, eater }));
    const asked = [specChild, baby, { weightKg: 14, servings: 2 }];
    const addresses = asked.map((eater) => {
      const list = <ProductsCompared products={eatenBy(eater)} named={eater} />;
      return /"(\/plasticlist\/7[^"]*)"/.exec(rendered(list).html)?.[1];
    });
    expect(addresses).toEqual([
      '/plasticlist/7?weight=child',
      '/plasticlist/7',
      '/plasticlist/7?weight=child&amp;servings=2',
    ]);
  });
});

test('a card’s button leads to the comparison without scripts', () => {
  const { html, text } = rendered(<CompareToggle id={93} name="Black Tea Pearls" />);
  expect(html).toMatch(
    /<form action="\/plasticlist\/compare"[^>]*><input[^>]*name="ids" value="93"/,
  );
  expect(text).toBe('Compare Black Tea Pearls');
});
