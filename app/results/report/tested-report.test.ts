import { describe, expect, test } from 'vitest';
import { plasticListFile } from '#test/support/samples-file.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import calls from '#app/results/calls.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';

useDatabaseWithResults();

const adult = { ...defaultViewpoint, weightKg: 70 };

describe('a report', () => {
  test('is in the spec’s shape', async () => {
    const report = await findTestedReport('93');
    expect(report).toMatchObject({
      original_id: '0093',
      name: 'Boba Guys Black Tea Pearls',
      tags: ['tea', 'beverages'],
      collection_notes: null,
      product_url: null,
    });
    expect(report?.serving_size_g).toBeGreaterThan(0);
    expect(report?.samples.map((sample) => [sample.id, sample.name, sample.lot_number])).toEqual([
      ['7122302', 'Sample', null],
      ['7172301', 'Sample', null],
      ['7212302', 'Sample', null],
    ]);
    expect(report?.samples.map(({ test_results: [result] }) => result?.bpa_ng_g)).toEqual([
      1.6, 30, 6,
    ]);
    expect(Object.keys(report?.samples[0]?.test_results[0] ?? {})).toEqual(
      expect.arrayContaining(
        'lot_number bpa_ng_g bps_ng_g bpf_ng_g dehp_ng_g dbp_ng_g bbp_ng_g dinp_ng_g didp_ng_g deht_ng_g deha_ng_g dinch_ng_g dida_ng_g'.split(
          ' ',
        ),
      ),
    );
  });

  test('holds every concentration as the laboratory wrote it', async () => {
    const [header = [], ...lines] = plasticListFile
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'));
    const cells = lines.map((line) =>
      Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])),
    );
    const products = [...new Set(cells.map((row) => row.product_id ?? ''))];
    const seen = new Map<string, unknown>();
    for (const id of products) {
      const report = await findTestedReport(id);
      for (const sample of report?.samples ?? []) {
        for (const [field, value] of Object.entries(sample.test_results[0] ?? {})) {
          seen.set(`${sample.id} ${field}`, value);
        }
      }
    }
    for (const row of cells) {
      for (const column of header.filter((name) => name.endsWith('_ng_g'))) {
        const text = (row[column] ?? '').trim();
        const outcome = seen.get(`${row.id?.trim()} ${column.toLowerCase()}`);
        const expected = /^[\d.]+$/.test(text)
          ? Number(text)
          : text === 'NO RESULT' || text === ''
            ? null
            : text;
        expect(outcome, `${row.id} ${column}`).toBe(expected);
      }
    }
  });

  test.each(['93', '0093', '00093'])('%s is product 93', async (id) => {
    expect((await findTestedReport(id))?.original_id).toBe('0093');
  });

  test.each(['0', '9999', '', 'abc', '93a', '-93', '9.3', '99999999999999999999', '2147483648'])(
    '%j is not found',
    async (id) => {
      expect(await findTestedReport(id)).toBeUndefined();
      const answered = await calls.testedReport.handle({ params: { original_id: id } } as never);
      expect(answered).toMatchObject({ status: 404, body: { error: 'Product not found' } });
    },
  );

  test('rates the child as the list does, and the adult five times lower', async () => {
    for (const row of (await listRiskLevels()).items) {
      const found = await findTestedReport(String(row.product_id));
      const [phthalates] = found ? tilesOf(found, defaultViewpoint) : [];
      expect(found?.risk).toEqual(row);
      expect(phthalates).toMatchObject({ family: 'phthalates', level: row.phthalates_risk });
      expect(phthalates?.percent?.estimate).toBe(row.phthalates_tdi_percent);
      expect(found && tilesOf(found, adult)[0]?.percent?.estimate).toBeCloseTo(
        (row.phthalates_tdi_percent ?? 0) / 5,
        9,
      );
    }
  });

  test.each(['92', '93', '94'])('%s is not rated for bisphenols, and says so', async (id) => {
    const found = await findTestedReport(id);
    expect(found?.risk).toMatchObject({
      bisphenols_risk: 'N/A',
      bisphenols_tdi_percent: null,
    });
    expect(found && tilesOf(found, defaultViewpoint).map((tile) => tile.isNotRated)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('the page of a report', () => {
  const textOf = async (address: string) => (await openPage(address)).text;

  test('says what to do before how it is known, in at most 500 words', async () => {
    for (const { product_id: id } of (await listRiskLevels()).items) {
      const { html } = await openPage(`/plasticlist/${id}`);
      const shown = html.replaceAll(/<details.*?<\/details>|role="tooltip".*?<\/section>/gs, ' ');
      const text = shown.replaceAll(/<[^>]*>/g, ' ');
      const [before = '', after] = text.split('How we know');
      expect(after, String(id)).toContain('Among all tested products');
      expect(before).toContain('What to do');
      expect(before.split(/\s+/).length, String(id)).toBeLessThan(500);
    }
  });

  test('counts as many servings as its address says, in every figure', async () => {
    const [one, two] = await Promise.all(
      ['/plasticlist/79', '/plasticlist/79?servings=2'].map(textOf),
    );
    expect(one).toMatch(/One 370 g serving a day, child of 31 lb \(14 kg\)\./);
    expect(two).toMatch(/Two servings of 370 g a day, child of 31 lb \(14 kg\)\./);
    const blindBelow = (text = '') =>
      / could have missed up to ([\d.]+)% of the European limit/.exec(text)?.[1];
    expect([one, two].map(blindBelow)).toEqual(['3.2', '6.4']);
    expect(one).not.toContain('2 × 370');
    expect(two).toMatch(/ × 2 × 370 ÷ \(0\.2 × 14\) = /);
    expect(one).toMatch(/Lot 11:18 15,857% [\d,]+% High/);
    expect(two).toMatch(/Lot 11:18 31,714% [\d,]+% High/);
    expect(two).toContain(
      'one serving a day for a child of 31 lb (14 kg), whoever is chosen above',
    );
  });

  test.each(['0', '13', 'two', ''])('says what servings it can’t count: “%s”', async (typed) => {
    const text = await textOf(`/plasticlist/34?servings=${typed}`);
    expect(text).toContain('Servings must be a whole number from 1 to 12.');
    expect(text).toMatch(/One [\d.]+ g serving a day/);
    expect(await textOf('/plasticlist/34?servings=12')).not.toContain('Servings must be');
    expect(await textOf('/plasticlist/34')).not.toContain('Servings must be');
  });

  test('and a comparison says what of its address it can’t count', async () => {
    const refused = /Weight must be from 1 to 500 kg\.|Servings must be/g;
    const beside = '/plasticlist/compare?ids=34,93';
    expect((await textOf(`${beside}&servings=13&weight=no`)).match(refused)).toHaveLength(2);
    expect((await textOf(`${beside}&servings=0`)).match(refused)).toHaveLength(1);
    expect(await textOf(`${beside}&servings=2&weight=20`)).not.toMatch(refused);
    expect(await textOf('/plasticlist/compare?servings=13')).not.toMatch(refused);
  });

  test('of infant formula opens with the baby, what EFSA says of the first weeks, and how lists are sorted', async () => {
    for (const id of ['1', '227']) {
      const text = await textOf(`/plasticlist/${id}`);
      expect(text).toMatch(/Six servings of 22 g a day \(assumed\), baby of 11 lb \(5 kg\)\./);
      expect(text).toMatch(
        /Lists are sorted by one serving for a child of 31 lb \(14 kg\) \. .* EFSA’s Scientific Committee sees the time up to 16 weeks of age as one in which .* \( ?EFSA Journal 2017;15\(5\):4849 ?\)/,
      );
      expect(text).toContain('Baby: 11 lb (5 kg) and six servings a day.');
      expect(text).toMatch(/ × 6 × 22 ÷ \(50,000 × 5\) = /);
    }
    const two = await textOf('/plasticlist/1?servings=2');
    expect(two).toContain('Two servings of 22 g a day, baby of 11 lb (5 kg).');
    const child = await textOf('/plasticlist/1?weight=child');
    expect(child).toContain('One 22 g serving a day, child of 31 lb (14 kg).');
    expect(child).not.toContain('Lists are sorted');
  });

  test('offers the baby on what is for babies alone', async () => {
    const ids = ['1', '227', '187', '420', '411', '412', '79'];
    const texts = await Promise.all(ids.map(async (id) => textOf(`/plasticlist/${id}`)));
    expect(ids.filter((_, at) => /Baby 11 lb/.test(texts[at] ?? ''))).toEqual([
      '1',
      '227',
      '187',
      '420',
    ]);
  });

  test('leads on to a comparison of the same servings', async () => {
    const { html } = await openPage('/plasticlist/1?servings=2');
    expect(html).toContain('href="/plasticlist/compare?ids=1&amp;weight=baby&amp;servings=2"');
    const { html: opened } = await openPage('/plasticlist/79');
    expect(opened).toContain('href="/plasticlist/compare?ids=79"');
  });
});
