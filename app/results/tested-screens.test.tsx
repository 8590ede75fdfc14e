import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { families } from '#app/toxicology/families.ts';
import type { RiskLevelRow, ReportSample, TestedReport } from './tested-schema.ts';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';
import { childEater, reportSample } from '#test/support/report-sample.ts';
import { rendered } from '#test/support/rendered.tsx';
import { ForWhom, HowLevelsWork, ReportCard } from '#app/results/report/report-card.tsx';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { ReportFacts } from '#app/results/report/report-facts.tsx';
import { ReportHead } from '#app/results/report/report-head.tsx';
import { SamplesTable } from '#app/results/report/samples-table.tsx';
import { TestedCard } from '#app/results/list/tested-card.tsx';
import { TestedControls } from '#app/results/list/tested-controls.tsx';
import { oatRings } from '#test/support/oat-rings.ts';
import { ToFund } from './hits.tsx';
import { testFacts } from '#app/results/answers/test-facts.ts';
import { testedReportMeta } from '#app/results/report/tested-meta.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { readTestedQuery } from '#app/results/list/tested-query.ts';

const [child, adult] = bodyWeights;

const rated: Omit<RiskLevelRow, 'eater'> = {
  product_id: 93,
  padded_id: '0093',
  name: 'Black Tea Pearls',
  image_url: null,
  phthalates_risk: 'Medium',
  bisphenols_risk: 'N/A',
  substitutes_risk: 'Low',
  phthalates_tdi_percent: 3.21,
  bisphenols_tdi_percent: null,
  substitutes_tdi_percent: 0,
  phthalates_lower_percent: 3.1,
  bisphenols_lower_percent: null,
  substitutes_lower_percent: 0,
  phthalates_upper_percent: 3.3,
  bisphenols_upper_percent: null,
  substitutes_upper_percent: 12.4,
  phthalates_limit_unseen: false,
  bisphenols_limit_unseen: false,
  substitutes_limit_unseen: true,
  phthalates_samples_disagree: true,
  bisphenols_samples_disagree: false,
  substitutes_samples_disagree: false,
  phthalates_above_range: false,
  bisphenols_above_range: false,
  substitutes_above_range: false,
  phthalates_word: 'Medium',
  bisphenols_word: 'N/A',
  substitutes_word: 'Can’t tell',
  sentence: 'Phthalates: medium.',
  category: 'tea',
  not_food: false,
};
const risk: RiskLevelRow = { ...rated, eater: childEater(rated) };

const report: TestedReport = {
  original_id: '0093',
  name: 'Black Tea Pearls',
  serving_size_g: 152,
  samples: [
    reportSample('7', 'L 1', { dehp_ng_g: 17.5 }),
    reportSample('8', null, { dehp_ng_g: '<10' }),
  ],
  tags: ['tea', 'fast_food'],
  collection_notes: 'Kept warm',
  product_url: null,
  risk,
  funded_product_id: null,
  revisions: [],
};

describe('a card of the list', () => {
  test('says what its figures could be and what they hide, where they hide something', () => {
    const { text } = rendered(<TestedCard product={risk} sorted="phthalates" />);
    expect(text).toMatch(/Phthalates Medium 1\/31 of the European limit \(3\.2%\) Bisphenols/);
    expect(text).toMatch(
      /Substitutes Can’t tell the level None found; this test could have missed up to 12% of the European DEHT limit$/,
    );
    const high = { ...rated, phthalates_risk: 'High' as const, phthalates_upper_percent: null };
    const open = { ...high, phthalates_tdi_percent: 780, phthalates_lower_percent: 780 };
    const product = { ...open, eater: childEater(open) };
    const card = rendered(<TestedCard product={product} sorted="phthalates" />);
    expect(card.text).toContain('Phthalates High At least 7.8 times the European limit');
  });

  test('says for whom it is, where that is not the child that the list is sorted by', () => {
    const product = { ...risk, eater: { ...risk.eater, weight_kg: 5, servings: 6 } };
    const { text } = rendered(<TestedCard product={product} sorted="phthalates" />);
    expect(text).toContain('No. 0093, for a baby: six servings a day; sorted as for a child');
  });

  test('shows its photo where there is one, at the widths it comes in', () => {
    const shown = { ...risk, image_url: '/images/0093.jpg?v=Ab3' };
    const { html, text } = rendered(<TestedCard product={shown} sorted="phthalates" />);
    expect(text).not.toContain('[NO IMAGE]');
    expect(html).toContain('src="/images/0093.jpg?v=Ab3&amp;width=128&amp;height=128&amp;');
    expect(html).toMatch(/srcSet="[^"]* 512w"/i);
    expect(html).toMatch(/<img[^>]* sizes="72px"[^>]* width="72" height="72" alt=""/);
    expect(html).toContain('loading="lazy"');
    const first = rendered(<TestedCard product={shown} sorted="phthalates" eager />);
    expect(first.html).toContain('loading="eager"');
  });

  test('is drawn as what it comes in, and so is its report', () => {
    const shapes = ['tea', 'personal_care', 'pet_food', 'receipts', null].map((category) => {
      const of = { ...risk, category };
      const head = (
        <ReportHead
          report={{ ...report, risk: of }}
          tiles={[]}
          viewpoint={defaultViewpoint}
          label=""
        />
      );
      const paths = [<TestedCard key="card" product={of} sorted="phthalates" />, head].map(
        (element) => /<svg viewBox="0 0 96 96".*?<\/svg>/s.exec(rendered(element).html)?.[0],
      );
      expect(paths[0]).toBe(paths[1]);
      return paths[0];
    });
    expect(shapes[3], 'what nobody knows comes in a plain box').toBe(shapes[4]);
    expect(new Set(shapes).size).toBe(4);
    const jar = renderToStaticMarkup(<DrawnTile shape="jar" label="" />);
    expect(jar).not.toContain(shapes[0]);
  });

  test('marks what is not food', () => {
    const receipt = { ...risk, not_food: true };
    const { text } = rendered(<TestedCard product={receipt} sorted="phthalates" />);
    expect(text).toContain('No. 0093, not food Black Tea Pearls');
  });

  test('names, links and rates the product', () => {
    const { html, text } = rendered(<TestedCard product={risk} sorted="phthalates" />);
    expect(html).toContain('href="/plasticlist/93"');
    expect(text).toContain('[NO IMAGE]');
    expect(text).toMatch(/No\. 0093 Black Tea Pearls/);
    expect(text).toMatch(/Phthalates Medium .* Bisphenols N\/A Substitutes Can’t tell/);
  });
});

test('a search says of a product that a visitor added that nobody has reviewed it', () => {
  const hit = (isNew: boolean) =>
    rendered(<ToFund id="x" title="" items={[{ ...oatRings, awaits_review: isNew }]} />).text;
  expect(hit(true)).toContain('Not yet reviewed');
  expect(hit(false)).not.toContain('Not yet reviewed');
});

describe('the sort buttons', () => {
  const buttons = (query: string) => {
    const read = readTestedQuery(new URLSearchParams(query));
    const { html } = rendered(<TestedControls query={read} onChange={() => {}} />);
    const forms = html.split('<form').filter((form) => form.includes('aria-pressed'));
    return forms.map((form) => ({
      pressed: /aria-pressed="true"/.test(form),
      search: /name="search" value="([^"]*)"/.exec(form)?.[1],
      sort: /name="sort" value="([^"]*)"/.exec(form)?.[1],
      direction: /name="direction" value="([^"]*)"/.exec(form)?.[1],
      arrow: /[↑↓]/.exec(form)?.[0],
    }));
  };

  test('are GET forms that flip the current sort and start another from the highest', () => {
    expect(buttons('search=tea&sort=bisphenols_risk')).toEqual([
      { pressed: false, search: 'tea', sort: 'phthalates_tdi_percent', direction: 'desc' },
      {
        pressed: true,
        search: 'tea',
        sort: 'bisphenols_tdi_percent',
        direction: 'asc',
        arrow: '↓',
      },
      { pressed: false, search: 'tea', sort: 'substitutes_tdi_percent', direction: 'desc' },
    ]);
    expect(buttons('direction=asc')[0]).toMatchObject({ direction: 'desc', arrow: '↑' });
  });
});

describe('the facts of a report', () => {
  const today = '2026-11-28';
  const methods = (name: string) => ({
    analysis_method_phthalates: `${name}, Phthalates and Substitutes`,
    analysis_method_bisphenols: `${name}, Bisphenols`,
  });
  const bought = { collected_at: 'Target', collected_on: '2024-07-20', lot_no: 'L 1' };
  const stated = [
    { id: '7', provenance: { ...bought, ...methods('QuEChERS') } },
    { id: '8', provenance: methods('Heated Migration') },
  ];

  test('are the spec’s', () => {
    const { text } = rendered(
      <ReportFacts report={report} facts={testFacts(false, stated, { today })} />,
    );
    for (const fact of [
      'Product ID 0093',
      'Status Tested',
      'Serving size 152 g',
      'Samples tested 2',
      'Collected H2 2024',
      'Region Bay Area',
      'Method GC-MS with isotope dilution',
      'Lot number L 1',
      'Testing Complete!',
      'tea fast food',
      'Collection notes Kept warm',
      'Sample 1, ID 7 Target July 20, 2024 · Lot L 1 Preparation: QuEChERS',
      'Sample 2, ID 8 Shop not stated Date not stated · Lot not stated Preparation: Heated migration: what came out of it when heated, not all that is in it',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('of PlasticList are its own lines but where a row says otherwise', () => {
    const online = { collected_at: 'eBay, sold by someone', collected_on: '2025-01-02' };
    const rows = [{ id: '1', provenance: { ...online, ...methods('Heated Migration') } }];
    expect(testFacts(false, rows, { today })).toMatchObject({
      collected: 'January 2, 2025',
      place: 'bought online',
      method: 'GC-MS with isotope dilution, after heated migration',
    });
    const mixed = [...rows, { id: '2', provenance: { ...bought, ...methods('QuEChERS') } }];
    expect(testFacts(false, mixed, { today })).toMatchObject({
      place: 'Bay Area; bought online',
      method: 'GC-MS with isotope dilution',
    });
  });

  test('say that the lots are no longer sold once every stated date is past', () => {
    const until = (...days: string[]) =>
      days.map((expiration_date, at) => ({ id: String(at), provenance: { expiration_date } }));
    const are = (...days: string[]) => testFacts(false, until(...days), { today }).areLotsPast;
    expect(are('2026-11-27', '2025-01-01', '')).toBe(true);
    expect(are('2026-11-28', '2025-01-01')).toBe(false);
    expect(are('')).toBe(false);
    const facts = testFacts(false, until('2025-01-01'), { today });
    const { text } = rendered(<ReportFacts report={report} facts={facts} />);
    expect(text).toContain('The lots tested are no longer sold.');
    expect(text).toContain('best before January 1, 2025');
  });

  test('have the method of a product that was funded here once, and as no preparation', () => {
    const [, { provenance }] = stated as [unknown, (typeof stated)[1]];
    const facts = testFacts(true, [{ id: '8', provenance }], { today });
    const { text } = rendered(<ReportFacts report={report} facts={facts} />);
    expect(text).toContain('Method Heated Migration, Phthalates');
    expect(text).not.toContain('Preparation');
  });

  test('say what is not known', () => {
    const bare = { ...report, serving_size_g: 0, samples: [reportSample('7', null, {})], tags: [] };
    const { text } = rendered(
      <ReportFacts
        report={{ ...bare, collection_notes: null }}
        facts={testFacts(false, [], { today })}
      />,
    );
    expect(text).toContain('Serving size Unknown');
    expect(text).toContain('Lot number N/A');
    expect(text).not.toContain('Collection notes');
  });
});

describe('the table of samples', () => {
  const table = (samples: ReportSample[]) => rendered(<SamplesTable report={{ samples }} />).text;

  test('names what was found and is in no sum, DIBP above all', () => {
    const found = reportSample('7', 'L 1', { dibp_ng_g: 3, didp_ng_g: 4 });
    const none = reportSample('8', null, { dibp_ng_g: '<1', dnop_ng_g: '<1' });
    expect(table([found, none])).toContain(
      'In no sum and no level, because EFSA has set no limit: DIBP (found in 1 of 2).',
    );
    expect(table([none])).not.toContain('In no sum');
  });

  test('shows what was reported, grouped', () => {
    const text = table([
      reportSample('7', 'L 1', { dehp_ng_g: 17.5, bpa_ng_g: '>60000' }),
      reportSample('8', null, { dehp_ng_g: '<10', bpa_ng_g: 'ND' }),
    ]);
    expect(text).toMatch(/Sample 1 ID 7 Lot L 1 Sample 2 ID 8 Lot N\/A/);
    expect(text).toContain('DEHP Di(2-ethylhexyl) phthalate 17.5 < 10');
    expect(text).toContain('BPA Bisphenol A > 60,000 not detected');
    expect(text).toContain('BPS Bisphenol S not tested not tested');
    expect(text.indexOf('DNOP')).toBeLessThan(text.indexOf('Bisphenols'));
    expect(text.indexOf('BPF')).toBeLessThan(text.indexOf('Phthalate Substitutes'));
  });

  test('lists BPAF and TOTM only where there is a result', () => {
    expect(table([reportSample('7', null, {})])).not.toMatch(/BPAF|TOTM/);
    expect(table([reportSample('7', null, { bpaf_ng_g: '<1' })])).toMatch(/BPAF Bisphenol AF < 1/);
  });
});

describe('the report card', () => {
  const eaten = { serving_size_g: 100, samples: [], risk: { not_food: false } };
  const card = (
    eater: { weightKg: number; servings?: number },
    originalId = 7,
    authority: 'EFSA' | 'EPA' = 'EFSA',
  ) => {
    const measured = { status: 'ok', valueNgG: 0.05, loqNgG: null, reported: '0.05' } as const;
    const { weightKg, servings = 1 } = eater;
    const viewpoint = { weightKg, servings, authority };
    const tiles = reportTiles(originalId, 100, [{ bpa: measured }], viewpoint);
    return rendered(
      <>
        <ReportCard {...{ tiles, viewpoint }} report={eaten} />
        <ForWhom viewpoint={viewpoint} />
        <HowLevelsWork viewpoint={viewpoint} />
      </>,
    );
  };

  test('is of the person who was chosen', () => {
    expect(card(child).text).toMatch(
      /Above the European limit for BPA .* High At least 1\.8 times the European BPA limit/,
    );
    expect(card(adult).text).toMatch(
      /This test can’t tell .* High At least 36% of the European BPA limit/,
    );
    const pressed = /<button[^>]* value="(\w+)" role="switch" aria-checked="(\w+)"/;
    expect(pressed.exec(card(child).html)?.slice(1)).toEqual(['adult', 'false']);
    expect(pressed.exec(card(adult).html)?.slice(1)).toEqual(['child', 'true']);
    expect(card(child).html.match(/role="switch"/g)).toHaveLength(1);
  });

  test('explains a family by what it is and does, and not by a formula', () => {
    const tooltips = card(child).html.match(/role="tooltip".*?<\/section>/gs) ?? [];
    expect(tooltips).toHaveLength(families.length);
    for (const [index, { key, profile }] of families.entries()) {
      const text = tooltips[index]?.replaceAll(/<[^>]+>/g, ' ') ?? '';
      expect(text, key).toContain(profile);
      expect(text.split('Working')[0], key).not.toMatch(/tooltip[^]* × .*<details/);
    }
  });

  test('says in front where samples surely disagree', () => {
    const ok = (valueNgG: number) =>
      ({ status: 'ok', valueNgG, loqNgG: null, reported: String(valueNgG) }) as const;
    const sample = (ngG: number) => ({ bpa: ok(ngG), bps: ok(0), bpf: ok(0) });
    const tiles = reportTiles(7, 100, [sample(0.05), sample(0.0001)], defaultViewpoint);
    const { html } = rendered(
      <ReportCard {...{ tiles, viewpoint: defaultViewpoint }} report={eaten} />,
    );
    const [front = ''] = /aria-label="Bisphenols".*?<details/s.exec(html) ?? [];
    expect(front).toContain('Samples disagree: ');
  });

  test('puts bounds and blind spots into words', () => {
    expect(card(adult).text).toContain(
      'BPS and BPF were not tested: the true figure may be higher.',
    );
  });

  test('is of any weight that was typed', () => {
    // 0.05 ng/g × 100 g ÷ (0.2 ng/kg × 20 kg) = 125%
    const { text, html } = card({ weightKg: 20 });
    expect(html).toMatch(/ value="child" role="switch" aria-checked="false"/);
    expect(text).toMatch(/Adult 154 lb \(70 kg\).*Own 44 lb \(20 kg\).*EFSA/);
    expect(text).toMatch(
      /Above the European limit for BPA .* High At least 1\.3 times the European BPA limit/,
    );
    expect(text).toContain('for a person of 44 lb (20 kg)');
    expect(html).toMatch(/aria-current="true"[^>]*href="\/\?weight=20"/);
  });

  test('is of as many servings as are eaten, between one and twelve', () => {
    // 3 × 0.05 ng/g × 100 g ÷ (0.2 ng/kg × 70 kg) = 107%
    const { text, html } = card({ ...adult, servings: 3 });
    expect(text).toMatch(
      /Above the European limit for BPA .* High At least 1\.1 times the European BPA limit/,
    );
    expect(text).toMatch(/One serving fewer 3 servings a day \+ One serving more/);
    expect(text).toContain('Three servings a day, as a share of');
    const steps = (shown: string) =>
      [...shown.matchAll(/<a ([^>]*)><span aria-hidden="true">[−+]/g)].map(
        ([, attributes = '']) => {
          const to = /href="\/([^"]*)"/.exec(attributes)?.[1];
          return `${to}${attributes.includes('aria-disabled="true"') ? ' (end)' : ''}`;
        },
      );
    expect(steps(html)).toEqual(['?weight=adult&amp;servings=2', '?weight=adult&amp;servings=4']);
    expect(steps(card(child).html)).toEqual([' (end)', '?servings=2']);
    expect(steps(card({ ...child, servings: 12 }).html)).toEqual([
      '?servings=11',
      '?servings=12 (end)',
    ]);
    const stored = /<form[^>]*><input type="hidden" name="servings" value="3"\/>/g;
    expect(html.match(stored), 'both forms without scripts').toHaveLength(2);
  });

  test('by the EPA: the level stays, and no “no limit set” stands beside what is within a dose', () => {
    // 5 ng a day for 14 kg: 0.36 ng/kg, of 50,000
    const { text } = card(child, 7, 'EPA');
    expect(text).toMatch(/Above the European limit for BPA .* High .*By EFSA’s limits: High\./);
    expect(text).toMatch(/limit of the EPA BPA < 0\.01%/);
    expect(text).not.toContain('179');
    expect(text).not.toContain('no limit set');
    expect(text).not.toContain('without a limit');
    const measured = { status: 'ok', valueNgG: 50, loqNgG: null, reported: '50' } as const;
    const tiles = reportTiles(7, 100, [{ dinp: measured, dehp: measured }], {
      ...defaultViewpoint,
      authority: 'EPA',
    });
    const mixed = rendered(
      <ReportCard
        {...{ tiles, viewpoint: { ...defaultViewpoint, authority: 'EPA' } }}
        report={eaten}
      />,
    );
    expect(mixed.text).toMatch(
      /limit of the EPA DEHP .*%.*1 chemical without a limit.*DINP no EPA limit/,
    );
    const head = <ReportHead {...{ report, tiles, viewpoint: defaultViewpoint }} />;
    expect(rendered(head).text).toContain('Phthalates: this test can’t tell the level.');
  });

  test('shows no percent beside a level that is N/A', () => {
    expect(card(child, 93).text).toMatch(/N\/A Not rated: see the update\./);
  });

  test('has no inline style', () => {
    expect(card(child).html).not.toContain('style=');
  });
});

test('title and tags come with the levels', () => {
  const tags = testedReportMeta(report, 'https://site.example');
  expect(tags).toContainEqual({ title: 'Black Tea Pearls: test results · OpenAssay' });
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://site.example/plasticlist/93',
  });
  expect(tags).toContainEqual({
    property: 'og:description',
    content:
      'Phthalates: Medium, 1/31 of the European limit (3.2%). Bisphenols: N/A. Substitutes: none found; this test could have missed up to 12% of the European DEHT limit. From 2 samples; one serving a day for a child of 31\u00a0lb (14\u00a0kg).',
  });
  const image = 'https://site.example/plasticlist/93/report.png';
  expect(tags).toContainEqual({ property: 'og:image', content: image });
  expect(tags).toContainEqual({ name: 'twitter:image', content: image });
  expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
});
