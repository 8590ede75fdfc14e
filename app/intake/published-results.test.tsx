import { requiredColumns } from '#app/results/sample-columns.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import calls from './calls.ts';
import { finishedCall, respond } from '#app/cache/answers.server.ts';
import { Hono } from 'hono';
import { ledTsv } from '#app/kit/csv.ts';
import { figuresTsv } from '#app/results/figures/figures.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { samplesText } from '#app/results/samples/samples-text.ts';
import { importSamples } from './import-samples.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import { samplesFile, type Cells } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const DAY_MS = 86_400_000;
const HOSTILE = '=HYPERLINK("x"),<img src=x onerror=alert(1)> & "more"';

/** What the loader of an address throws: a redirect or a refusal. */
async function refused(address: string) {
  const thrown: unknown = await openPage(address).then(
    () => 'nothing',
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return [thrown.status, thrown.headers.get('Location')];
  const { init, data } = thrown as { init?: { status?: number }; data?: unknown };
  return [init?.status, data];
}

const publish = async (rows: Cells[], reason?: string) => {
  const result = await importSamples(samplesFile(...rows), reason ? { reason } : {});
  expect(result).toMatchObject({ ok: true });
  advanceClock(DAY_MS);
};

const dayText = (moment: string) =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

describe('results that were corrected twice', () => {
  let days: string[];

  beforeAll(async () => {
    await publish([
      { id: '1', DEHP_ng_g: '100' },
      { id: '2', DEHP_ng_g: '300', lot_no: 'L 1' },
    ]);
    await publish([{ id: '1', DEHP_ng_g: '100' }], HOSTILE);
    await publish(
      [
        { id: '1', DEHP_ng_g: '41' },
        { id: '3', DEHP_ng_g: '43' },
      ],
      'The scale was off.',
    );
    await publish([{ id: 'm', product_id: '8', product: 'Milk', lot_no: '"=1+1"' }]);
    resetClock();
    const revisions = (await findTestedReport('7'))?.revisions ?? [];
    days = revisions.toReversed().map((revision) => dayText(revision.published_at));
    expect(new Set(days).size).toBe(3);
  });

  test('are read at each revision’s own address with its own values', async () => {
    const first = await openPage('/plasticlist/7/revisions/1');
    expect(first.text).toContain('Test report, revision 1 Tap Water');
    expect(first.text).toMatch(/DEHP Di\(2-ethylhexyl\) phthalate 100 300 /);
    // 48,000 ng of the 700,000 that a child may have.
    expect(first.text).toContain('Best estimate: Medium, 6.9%.');
    expect(first.text).toContain('Lot number L 1');
    const second = await openPage('/plasticlist/7/revisions/2');
    expect(second.text).toMatch(/DEHP Di\(2-ethylhexyl\) phthalate 100 DBP/);
    expect(second.text).toContain('1/29 of the European limit (3.4%)');
    const current = await openPage('/plasticlist/7');
    expect(current.text).toMatch(/DEHP Di\(2-ethylhexyl\) phthalate 41 43 /);
    expect(current.text).toContain('Best estimate: Low, 1.4%.');
  });

  test('say above an earlier revision when and why they were corrected', async () => {
    const second = await openPage('/plasticlist/7/revisions/2');
    expect(second.text).toContain(
      `These are results as published on ${days[1]}. They were corrected on ${days[2]}: The scale was off.`,
    );
    const { html } = await openPage('/plasticlist/7/revisions/1');
    expect(html).toContain('href="/plasticlist/7"');
    expect(html).not.toContain('Share Results');
  });

  test('are known to search engines at the current report alone', async () => {
    const { meta } = await openPage('/plasticlist/7/revisions/1');
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' });
    const canonical = meta.find((tag) => 'rel' in tag && tag.rel === 'canonical');
    expect(canonical).toMatchObject({ href: expect.stringMatching(/\/plasticlist\/7$/) });
    expect((await openPage('/plasticlist/7')).meta).not.toContainEqual(
      expect.objectContaining({ name: 'robots' }),
    );
  });

  test('list reasons and changes, newest first, on every page', async () => {
    const steps = [
      `Revision 3 ${days[2]}`,
      'Corrected: The scale was off.',
      'Phthalates: from Medium (3.4% of the European limit) to Can’t tell (best estimate 1.4% of the European limit)',
      'Sample 3 added',
      'Sample 1, DEHP: from 100 to 41 (ng/g)',
      `Revision 2 ${days[1]}`,
      'Phthalates: from Can’t tell (best estimate 6.9% of the European limit) to Medium (3.4% of the European limit)',
      'Sample 2 removed',
      `Revision 1 ${days[0]}`,
      'First published.',
    ];
    for (const address of ['/plasticlist/7', '/plasticlist/7/revisions/1']) {
      const { text } = await openPage(address);
      const history = text.slice(text.indexOf('History of these results'));
      const places = steps.map((step) => history.indexOf(step));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    const { html } = await openPage('/plasticlist/7');
    expect(html).toContain('href="/plasticlist/7/revisions/1"');
    expect(html).toContain('href="/plasticlist/7/revisions/2"');
    expect(html).not.toContain('href="/plasticlist/7/revisions/3"');
  });

  test('show a reason as it was written, never as markup', async () => {
    for (const address of ['/plasticlist/7', '/plasticlist/7/revisions/1']) {
      const { html } = await openPage(address);
      expect(html).toContain(
        '=HYPERLINK(&quot;x&quot;),&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;',
      );
      expect(html).not.toContain('<img src=x');
    }
  });

  test('are told for the child or the adult', async () => {
    const { html, text } = await openPage('/plasticlist/7/revisions/1?weight=adult');
    expect(text).toContain('1/73 of the European limit (1.4%)');
    expect(html).toContain('href="/plasticlist/7/revisions/1?weight=adult"');
    expect(html).not.toContain('style=');
  });

  test.each([
    ['/plasticlist/0007/revisions/1', [301, '/plasticlist/7/revisions/1']],
    [
      '/plasticlist/0007/revisions/01?weight=adult',
      [301, '/plasticlist/7/revisions/1?weight=adult'],
    ],
    // For now: another correction makes an earlier one of it.
    ['/plasticlist/7/revisions/3', [302, '/plasticlist/7']],
    ['/plasticlist/0007/revisions/3?weight=adult', [302, '/plasticlist/7?weight=adult']],
    ['/plasticlist/8/revisions/1', [302, '/plasticlist/8']],
    ['/plasticlist/7/revisions/4', [404, 'These results were never published']],
    ['/plasticlist/7/revisions/0', [404, 'These results were never published']],
    ['/plasticlist/7/revisions/1e0', [404, 'These results were never published']],
    ['/plasticlist/9/revisions/1', [404, 'Product not found']],
    ['/plasticlist/x/revisions/1', [404, 'Product not found']],
  ])('%s is answered with %j', async (address, answer) => {
    expect(await refused(address)).toEqual(answer);
  });

  test('are no history where they were published once', async () => {
    const { html, text } = await openPage('/plasticlist/8');
    expect(text).toMatch(/Published here on \w+ \d+, \d{4}/);
    expect(text).not.toContain('History of these results');
    expect(text).toContain('Raw data at PlasticList');
    expect(html).toContain('href="#samples"');
    expect(text).toContain('Collected H2 2024 Region Bay Area Method GC-MS with isotope dilution');
  });
});

describe('a family that was not tested', () => {
  const blank = Object.fromEntries(
    requiredColumns('plastics')
      .filter((column) => column.endsWith('_ng_g') && column !== 'DEHP_ng_g')
      .map((column) => [column, '']),
  );

  beforeAll(async () => {
    await publish([{ id: 'n', product_id: '12', product: 'Sparkling', ...blank }]);
    resetClock();
  });

  test.each([
    ['the list', '/plasticlist?search=Sparkling', 'Bisphenols Not tested'],
    ['a search', '/search?q=Sparkling', 'Bisphenols and substitutes: not tested.'],
    ['a comparison', '/plasticlist/compare?ids=12', 'BfR 2023 EPA 1988 Not tested'],
    ['its report', '/plasticlist/12', 'Bisphenols Not tested'],
  ])('is not called none in %s', async (_, address, words) => {
    const { text } = await openPage(address);
    expect(text).toContain(words);
    expect(text).not.toMatch(/\bNone (Sub|$|There)/);
  });
});

describe('a funded product', () => {
  beforeAll(async () => {
    const funded = {
      name: 'Oats',
      brand: 'Mill',
      searchText: searchText('Oats', 'Mill'),
      raisedCents: 127_500,
      contributorCount: 3,
    };
    await addRows(products, [
      { id: 2001, ...funded },
      { id: 2002, ...funded },
      { id: 2003, ...funded, contributorCount: 1 },
    ]);
    for (const id of [2001, 2002, 2003]) await registers(id);
    await publish([{ id: 'o-1', product_id: '2001', product: 'Oats' }]);
    const [header, row] = samplesFile({ id: 'o-2', product_id: '2002' }).split('\n');
    const columns =
      'collected_on\tcollected_at\tanalysis_method_phthalates\tanalysis_method_bisphenols';
    const told = `${header}\t${columns}\n${row}\t2026-08-03\tCorner shop,  Leeds\tGC-MS\tLC-MS/MS\n`;
    const later = row!.replace('o-2', 'o-3');
    const text = `${told}${later}\t2026-09\tCorner shop, Leeds\tGC-MS\tLC-MS/MS\n`;
    expect(await importSamples(text)).toMatchObject({ ok: true });
    const corrected = text.replace('2026-09', '2026-08-05').replaceAll('<10', '<11');
    expect(await importSamples(corrected, { reason: 'A date was wrong.' })).toMatchObject({
      ok: true,
    });
    resetClock();
  });

  test('claims nothing that its laboratory did not say', async () => {
    const { html, text } = await openPage('/plasticlist/2001');
    expect(text).toContain(
      'Collected not stated Collected at not stated Method not stated Laboratory not stated',
    );
    expect(html).not.toMatch(/PlasticList|plasticlist\.org|H2 2024|Bay Area|GC-MS|17025/);
    expect(text).toContain('These tests were funded here');
    expect(text).toContain('Funded by 3 people');
    expect(html).toContain('href="/product/2001"');
  });

  test('states what the file says, at each revision what it said then', async () => {
    const { text } = await openPage('/plasticlist/2002');
    expect(text).toContain(
      'Collected August 3, 2026 – August 5, 2026 Collected at Corner shop, Leeds Method GC-MS; LC-MS/MS Laboratory not stated',
    );
    const old = await openPage('/plasticlist/2002/revisions/1');
    expect(old.text).toContain('Collected August 3, 2026 – September 2026');
    expect(old.text).toContain('Funded by 3 people');
  });

  test('counts what a correction changed beyond the first few entries', async () => {
    const { text } = await openPage('/plasticlist/2002');
    expect(text).toContain('Sample o-2, DEHP: from &lt;10 to &lt;11 (ng/g)');
    // 18 chemicals of two samples and a date, three of which are told.
    expect(text).toContain('and 34 other entries');
  });

  test('links to its report once there is one', async () => {
    expect((await openPage('/product/2001')).html).toContain('href="/plasticlist/2001"');
    expect((await openPage('/product/2003')).html).not.toContain('/plasticlist/2003');
  });
});

describe('what anybody may check', () => {
  const file = async (name: string) => {
    const make = async () => calls.publishedFile.handle({ params: { file: name } } as never);
    const site = new Hono().get('*', async (c) => respond(c, finishedCall(await make())));
    const answered = await site.request('/');
    return { answered, text: await answered.text() };
  };

  test('the published samples are a samples file, and the figures are those that follow from it', async () => {
    const samples = await file('samples');
    expect(samples.answered.headers.get('content-disposition')).toContain('samples.tsv');
    const parsed = parseSamplesFile(samples.text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    expect(parsed.samples.length).toBeGreaterThan(1);
    // No spreadsheet that opens it calculates, though a laboratory wrote a formula, and quoted it.
    expect(samples.text).toContain(`\t'"=1+1"\t`);
    expect(ledTsv(samplesText(parsed.samples))).toBe(samples.text);
    expect((await file('figures')).text).toBe(figuresTsv(parsed.samples));
  });

  test('every correction is on the page of open books, with its day, reason, and change', async () => {
    const { text, html } = await openPage('/transparency');
    expect(text).toMatch(/Corrections [1-9]/);
    expect(text).toContain(HOSTILE.replaceAll('&', '&amp;').replaceAll('"', '&quot;').slice(0, 12));
    expect(text).toMatch(/sample 1, DEHP/i);
    expect(html).not.toContain('<img src=x');
    for (const sentence of ['not named by its source', 'Came in', 'samples.tsv']) {
      expect(text).toContain(sentence);
    }
  });
});
