import { beforeAll, expect, test, vi } from 'vitest';
import { importSamples } from '#app/publishing/import-samples.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { rendered } from '#test/support/rendered.tsx';
import { samplesFile } from '#test/support/samples-file.ts';
import { LotChart } from '#app/results/charts/lot-chart.tsx';
import { PlaceChart } from '#app/results/charts/place-chart.tsx';
import { findPlaces } from '#app/results/charts/place.server.ts';
import { CompareTable } from '#app/results/compare/compare-table.tsx';
import { loadCompared } from '#app/results/compare/compare.server.ts';
import { figuresTsv } from '#app/results/figures/figures.ts';
import { sensitivityTsv } from '#app/results/figures/sensitivity.ts';
import calls from './calls.ts';
import { TestedCard } from '#app/results/list/tested-card.tsx';
import { TestedControls } from '#app/results/list/tested-controls.tsx';
import { readTestedQuery } from '#app/results/list/tested-query.ts';
import { technicalSections } from '#app/results/methodology/methodology-technical.tsx';
import { ReportCard } from '#app/results/report/report-card.tsx';
import { SamplesTable } from '#app/results/report/samples-table.tsx';
import { reportTiles } from './report-cards.ts';
import { listRiskLevels } from './risk-levels.server.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { shareCard } from '#app/results/share/share-card.ts';
import { shareLayout } from '#app/results/share/share-layout.ts';
import { findReportWithCard } from './tested-report.server.ts';
import { riskLevelSchema } from './tested-schema.ts';
import { defaultViewpoint } from './viewpoint.ts';

/** A family that the site does not test for, as somebody would add it: a record and a limit. */
vi.mock('#app/toxicology/families.ts', async (original) => {
  const record = await original<{ families: object[] }>();
  record.families.push({
    key: 'parabens',
    name: 'Parabens',
    category: 'Paraben Esters',
    inSentence: 'parabens',
    about: 'which keep creams fresh',
    profile: 'Preservatives.',
    whoseLimit: 'the',
    sum: 'Parabens as MEP',
    source: 'made up',
    chemicals: { MEP: ['Methylparaben', '99-76-3', 1] },
    others: {},
  });
  return record;
});
vi.mock('#app/toxicology/limits.ts', async (original) => {
  const record = await original<{ limits: object[] }>();
  const limit = { authority: 'EFSA', kind: 'TDI', limitNgPerKgDay: 100, setBy: 'Nobody' };
  const citation = { title: 'Made up for a test', number: 'None', url: null };
  for (const subject of ['mep', 'parabens']) {
    record.limits.push({ ...limit, subject, year: 2026, citation, note: null });
  }
  return record;
});

useDatabase();

const file = samplesFile(
  { id: '1', product_id: '7', lot_no: 'A', MEP_ng_g: '1' },
  { id: '2', product_id: '7', lot_no: 'B', MEP_ng_g: '3' },
  { id: '3', product_id: '8', product: 'Milk', MEP_ng_g: '<1' },
);

beforeAll(async () => {
  expect(await importSamples(file)).toMatchObject({ ok: true, samples: 3 });
});

// 2 ng/g in 240 g are 480 ng; of 100 ng/kg × 14 kg that is 34.3%.
const PERCENT = expect.closeTo(34.2857, 3);

async function theReport() {
  const found = await findReportWithCard('7');
  if (!found) throw new Error('product 7 is published');
  return found;
}

test('a family added to the record is answered and sorted by, and its fields are documented', async () => {
  expect(Object.keys(riskLevelSchema.shape)).toContain('parabens_samples_disagree');
  const { items } = await listRiskLevels({ sort: 'parabens_tdi_percent' as never });
  expect(items[0]).toMatchObject({
    product_id: 7,
    parabens_risk: 'High',
    parabens_tdi_percent: PERCENT,
    parabens_limit_unseen: false,
  });
  expect(JSON.stringify(calls.riskLevels.query?.safeParse({ sort: 'parabens_risk' }))).toContain(
    'true',
  );
  const { report } = await theReport();
  expect(report.risk).toMatchObject({ parabens_risk: 'High' });
  expect(report.samples[0]?.test_results[0]).toMatchObject({ mep_ng_g: 1 });
});

test('it stands on the list, the report, its table, the charts and a comparison', async () => {
  const { report, card } = await theReport();
  const query = readTestedQuery(new URLSearchParams('sort=parabens_tdi_percent'));
  const compared = await loadCompared([7, 8], defaultViewpoint);
  const tiles = card('child');
  const drawn = {
    list: <TestedCard product={report.risk} sorted={'parabens' as never} />,
    sorts: <TestedControls query={query} onChange={() => {}} />,
    report: (
      <ReportCard tiles={tiles} viewpoint={defaultViewpoint} servingG={240} isNotFood={false} />
    ),
    lots: <LotChart samples={report.samples} servingG={240} viewpoint={defaultViewpoint} />,
    places: <PlaceChart places={(await findPlaces('7')) ?? []} />,
    comparison: <CompareTable products={compared} eater={defaultViewpoint} labelledBy="heading" />,
  };
  for (const [where, element] of Object.entries(drawn)) {
    expect([where, rendered(element).text]).toEqual([where, expect.stringContaining('Parabens')]);
  }
  const table = rendered(<SamplesTable samples={report.samples} className="" />).text;
  expect(table).toMatch(/Paraben Esters MEP/);
  const sums = technicalSections.find(({ id }) => id === 'sums');
  expect(rendered(sums && <sums.Body examples={{}} />).text).toMatch(
    /four sums.*Parabens as MEP = MEP against 100 ng\/kg\/day/,
  );
});

test('its tile stands beside the others on the share image, and none leaves the picture', async () => {
  const { report, card } = await theReport();
  const shared = shareCard({
    report,
    tiles: card('child'),
    eater: defaultViewpoint,
    siteName: 'Site',
    source: 'Source',
    address: 'https://site.example/plasticlist/7',
  });
  expect(shared.tiles[3]).toMatchObject({
    family: 'Parabens',
    word: 'High',
    amount: { figure: '34%' },
  });
  const widths = [
    ...JSON.stringify(shareLayout(shared)).matchAll(/"width":([\d.]+),"height":196/g),
  ];
  expect(widths).toHaveLength(4);
  expect(widths.reduce((sum, [, width]) => sum + Number(width), 0)).toBeLessThan(800 - 2 * 36);
});

test('its figures are worked out, sample by sample and under every rule', async () => {
  const parsed = parseSamplesFile(file);
  if (!parsed.ok) throw new Error('the file is readable');
  const [header = '', ...rows] = figuresTsv(parsed.samples).split('\n');
  const at = header.split('\t').indexOf('MEP_percent_tdi_14_kg_efsa');
  expect(rows.map((row) => row.split('\t')[at]).slice(0, 3)).toEqual([
    expect.stringMatching(/^17/),
    expect.stringMatching(/^51/),
    '<LOQ',
  ]);
  expect(sensitivityTsv(parsed.samples)).toContain('parabens_depends');
  const measured = parsed.samples.filter(({ productId }) => productId === 7);
  const tiles = reportTiles(
    7,
    240,
    measured.map((one) => one.measurements),
    defaultViewpoint,
  );
  expect(tiles[3]).toMatchObject({ family: 'parabens', percent: { estimate: PERCENT } });
});
