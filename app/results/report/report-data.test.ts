import { describe, expect, it } from 'vitest';
import type { Thing } from '#app/feeds/linked-data.ts';
import { childEater, reportSample } from '#test/support/report-sample.ts';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import { NOT_AVAILABLE } from '#app/results/messages.ts';
import { reportData } from './report-data.server.ts';
import type { RiskLevelRow, Revision, TestedReport } from '#app/results/tested-schema.ts';

const ORIGIN = 'https://assay.example';
const facts = {
  collected: UNKNOWN,
  place: UNKNOWN,
  method: 'GC-MS',
  laboratory: NOT_AVAILABLE,
  origins: [],
  areLotsPast: false,
  controls: [],
  certificate: null,
};
const first: Revision = { number: 1, published_at: '2026-01-01T00:00:00.000Z', reason: null };
const second: Revision = { number: 2, published_at: '2026-02-01T00:00:00.000Z', reason: 'a slip' };

function report(code: number | null, revisions = [first]): TestedReport {
  const rated = {
    product_id: code ?? 93,
    phthalates_risk: 'Medium',
    phthalates_tdi_percent: 12.345678,
    phthalates_lower_percent: 10,
    phthalates_upper_percent: null,
    bisphenols_risk: 'N/A',
    bisphenols_tdi_percent: null,
    substitutes_risk: 'Low',
    substitutes_tdi_percent: 0,
    substitutes_lower_percent: 0,
    substitutes_upper_percent: 1.5,
  } as RiskLevelRow;
  const risk = { ...rated, eater: childEater(rated) };
  return {
    original_id: String(code ?? '0093'),
    name: 'Tea',
    serving_size_g: 100,
    samples: [reportSample('a', null, {}), reportSample('b', null, {})],
    tags: [],
    collection_notes: null,
    product_url: null,
    risk,
    funded_product_id: code,
    revisions,
  };
}

const datasetOf = (...of: Parameters<typeof report>) => sent(report(...of));

function sent(of: TestedReport): Thing {
  return JSON.parse(JSON.stringify(reportData(of, facts, ORIGIN)['@graph'][0])) as Thing;
}

describe('a report as linked data', () => {
  it('states each family with its bounds, and no figure where there is none', () => {
    expect(datasetOf(null).variableMeasured).toMatchObject([
      {
        value: 12.35,
        minValue: 10,
        description: expect.stringMatching(/^Risk level: can’t tell/),
        unitText: 'percent',
      },
      { description: 'Risk level: N/A' },
      { value: 0, minValue: 0, maxValue: 1.5 },
    ]);
    const [unbounded, unrated] = datasetOf(null).variableMeasured as Thing[];
    expect(unbounded).not.toHaveProperty('maxValue');
    expect(unrated).not.toHaveProperty('value');
  });

  it('gives no figure of what was not tested, which is stored as 0 percent', () => {
    const of = report(null);
    const substitutesOf = { ...of.risk.eater.substitutes, risk: 'None' as const };
    const risk = { ...of.risk, eater: { ...of.risk.eater, substitutes: substitutesOf } };
    const dataset = sent({ ...of, risk });
    const [, , substitutes] = dataset.variableMeasured as Thing[];
    expect(substitutes).toMatchObject({ description: 'Risk level: Not tested' });
    expect(substitutes).not.toHaveProperty('value');
  });

  it('claims nothing that is not known', () => {
    const dataset = datasetOf(null);
    expect(dataset.measurementTechnique).toBe('GC-MS');
    expect(dataset).not.toHaveProperty('spatialCoverage');
    expect(dataset).not.toHaveProperty('datePublished');
    expect(dataset).not.toHaveProperty('dateModified');
    expect(datasetOf(null, [second, first]).dateModified).toBe(second.published_at);
  });

  it('credits whose results they are', () => {
    expect(datasetOf(null)).toMatchObject({
      creator: { name: 'PlasticList' },
      isBasedOn: 'https://www.plasticlist.org/',
    });
    const funded = datasetOf(1001, [second, first]);
    expect(funded).toMatchObject({
      creator: { '@id': `${ORIGIN}/#organization` },
      about: { '@id': `${ORIGIN}/product/1001#product` },
      datePublished: first.published_at,
      dateModified: second.published_at,
      version: '2',
    });
    expect(funded).not.toHaveProperty('isBasedOn');
  });
});
