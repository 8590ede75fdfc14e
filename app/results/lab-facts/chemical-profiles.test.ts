import { describe, expect, test } from 'vitest';
import { chemicals, isChemicalKey } from '#app/toxicology/chemicals.ts';
import { standingOfLimit } from '#app/toxicology/limit-standing.ts';
import { limitFor, limits } from '#app/toxicology/limits.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { chemicalProfileOf, educationalNote } from './chemical-profiles.server.ts';

const chemicalProfiles = chemicals.map(({ key }) => chemicalProfileOf(key));

describe('chemical profiles', () => {
  test('exist for all twenty chemicals, under the names that results use', () => {
    expect(chemicalProfiles.map((p) => [p.key, p.fullName, p.category])).toEqual(
      chemicals.map((c) => [c.key, c.fullName, c.category]),
    );
    expect(chemicalProfileOf('totm').fullName).toBe('Tris(2-ethylhexyl) trimellitate');
  });

  test.each(chemicalProfiles)('$key rests on at least two documents', ({ citations }) => {
    expect(citations.length).toBeGreaterThanOrEqual(2);
    expect(new Set(citations.map((c) => c.title)).size).toBe(citations.length);
    for (const { title, publisher, year, url } of citations) {
      expect(title.length).toBeGreaterThan(10);
      expect(publisher.length).toBeGreaterThan(3);
      expect(Number.isInteger(year) && year >= 1980 && year <= 2026, title).toBe(true);
      if (url !== null) expect(new URL(url).protocol, url).toBe('https:');
    }
    expect(citations.some((c) => c.url !== null)).toBe(true);
  });

  test('rest on no source that nobody has looked at for a year', () => {
    const yearAgo = new Date(Date.now() - 366 * 86_400_000).toISOString().slice(0, 10);
    const old = chemicalProfiles.flatMap(({ key, citations }) =>
      citations
        .filter(({ looked_at }) => looked_at < yearAgo)
        .map(({ title, looked_at }) => `${key}: ${title}, ${looked_at}`),
    );
    expect(old).toEqual([]);
  });

  test('cite the same document in the same way', () => {
    const byUrl = new Map<string, string>();
    for (const { title, url } of chemicalProfiles.flatMap((p) => p.citations)) {
      if (url === null) continue;
      expect(byUrl.get(url) ?? title).toBe(title);
      byUrl.set(url, title);
    }
  });

  test('and limits that rest on the same document were looked at on the same day', () => {
    const found = chemicalProfiles.flatMap(({ key, citations }) =>
      limits
        .filter(({ subject }) => subject === key)
        .flatMap((limit) => {
          const { title, url } = limit.citation;
          const same = citations.find((one) => (url ? one.url === url : one.title === title));
          const { lookedAt } = standingOfLimit(limit);
          return same ? [[key, limit.authority, lookedAt, same.looked_at]] : [];
        }),
    );
    expect(found.filter(([, , own, theirs]) => own !== theirs)).toEqual([]);
    // All but the regulation on DEHA, and the BfR’s.
    expect(found).toHaveLength(limits.filter(({ subject }) => isChemicalKey(subject)).length - 2);
  });

  test('say of daily limits what the limit records say', () => {
    for (const { key, regulations, citations } of chemicalProfiles) {
      const epa = limitFor(key, 'EPA');
      const iris = citations.find((c) => c.title.includes('(IRIS)'));
      expect([key, iris?.url, iris?.year]).toEqual([
        key,
        epa?.citation.url ?? undefined,
        epa?.year,
      ]);
      const saysNone =
        /(EFSA|authority) has (set|given) no|EFSA has no (daily )?limit|[Nn](either EFSA|o authority)|EFSA and the EPA have no/;
      if (regulations.some((text) => saysNone.test(text))) {
        expect([key, limitFor(key, 'EFSA')]).toEqual([key, null]);
      }
    }
    const ratio =
      limitFor('bpa', 'EPA')!.limitNgPerKgDay / limitFor('bpa', 'EFSA')!.limitNgPerKgDay;
    expect(ratio).toBeGreaterThan(100_000);
  });
});

test('each metal has a profile too, whose limits have their documents', () => {
  for (const { key, fullName } of metals.substances) {
    const profile = chemicalProfileOf(key);
    expect(profile).toMatchObject({ fullName, category: 'Metals' });
    const { healthConcerns, sources, regulations, citations } = profile;
    for (const points of [healthConcerns, sources, regulations, citations])
      expect(points.length, key).toBeGreaterThanOrEqual(2);
    expect(citations.map(({ publisher }) => publisher).join()).toMatch(/EFSA Journal/);
    expect(citations.map(({ url }) => url)).toContain(
      'https://eur-lex.europa.eu/eli/reg/2023/915/oj',
    );
  }
});

test('the note under every profile says that it is for education only', () => {
  expect(educationalNote()).toMatch(/^For education only: .* not medical or legal advice/);
  expect(educationalNote().length).toBeLessThan(400);
});
