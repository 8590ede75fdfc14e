import { describe, expect, test } from 'vitest';
import { chemicals, isChemicalKey } from '#app/toxicology/chemicals.ts';
import { standingOfLimit } from '#app/toxicology/limit-standing.ts';
import { limitFor, limits } from '#app/toxicology/limits.ts';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import {
  formNames,
  groupNames,
  isShown,
  type MetalForm,
} from '#app/toxicology/metals/metal-limit.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { chemicalProfileOf } from './chemical-profiles.server.ts';

const chemicalProfiles = chemicals.map(({ key }) => chemicalProfileOf(key));

describe('chemical profiles', () => {
  test('exist for all twenty chemicals, under the names that results use', () => {
    expect(chemicalProfiles.map((p) => [p.key, p.full_name, p.category])).toEqual(
      chemicals.map((c) => [c.key, c.fullName, c.category]),
    );
    expect(chemicalProfileOf('totm').full_name).toBe('Tris(2-ethylhexyl) trimellitate');
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

describe('each metal has a profile too', () => {
  const forms: Record<string, MetalForm[]> = {
    pb: ['pb'],
    cd: ['cd'],
    as: ['as', 'ias'],
    hg: ['hg', 'mehg', 'inhg'],
  };

  test.each(metals.substances)('$fullName, whose points name documents that are cited', (metal) => {
    const profile = chemicalProfileOf(metal.key);
    expect(profile).toMatchObject({ full_name: metal.fullName, category: 'Metals' });
    const { description, health_concerns, sources, citations } = profile;
    expect(citations.map(({ publisher }) => publisher).join()).toMatch(/EFSA Journal/);
    expect(citations.map(({ url }) => url)).toContain(
      'https://eur-lex.europa.eu/eli/reg/2023/915/oj',
    );
    const points = [...health_concerns, ...sources];
    expect(points.length).toBeGreaterThanOrEqual(6);
    for (const point of points) expect(point).toMatch(/ \[\d\]\.$/);
    const named = [description, ...points].join().matchAll(/\[(\d)\]/g);
    for (const [, at] of named) expect(citations[Number(at) - 1], `[${at}]`).toBeDefined();
  });

  test.each(Object.keys(forms))('%s has every limit of its record, and no other', (key) => {
    const { regulations } = chemicalProfileOf(key as 'pb');
    const own = <T extends { form: MetalForm }>(all: readonly T[]) =>
      all.filter(({ form }) => forms[key]!.includes(form));
    const shown = [...own(intakeMetalLimits), ...own(foodMetalLimits)].filter(isShown);
    const foods = shown.flatMap((limit) => ('food' in limit ? [limit] : []));
    for (const limit of foods) {
      const start = `${limit.authority}, ${limit.name} ${formNames[limit.form]} (`;
      const [line, ...others] = regulations.filter((text) => text.startsWith(start));
      expect(others).toEqual([]);
      // What stands under the amount, up to the next one.
      const amount = `${limit.ngG.toLocaleString('en-US')} µg per kg in `;
      const under = line!.split(amount)[1]!.split(/\d µg per kg in | \(/)[0]!;
      expect(under.split(/; in |; (?:\d|$)/)).toContain(limit.food);
      expect(line).toContain(limit.citation.title);
    }
    const intakes = shown.flatMap((limit) => ('food' in limit ? [] : [limit]));
    for (const limit of intakes) {
      const amount = `${limit.ng / 1000} µg${limit.kind === 'by person' ? '' : ' per kg of body weight'} a ${limit.per}, for ${limit.group ? groupNames[limit.group] : 'everybody'}`;
      const start = `${limit.authority}, ${limit.name} ${formNames[limit.form]} (`;
      const lines = regulations.filter(
        (text) => text.startsWith(start) && text.includes(`): ${amount}`),
      );
      expect(lines, limit.id).toHaveLength(1);
      expect(lines[0]).toContain(limit.effect ?? limit.citation.title);
    }
    const kinds = new Set(foods.map((one) => [one.authority, one.name, one.form].join()));
    expect(regulations).toHaveLength(intakes.length + kinds.size);
    for (const words of ['4.1 µg', '15 µg a day', '3 µg a day', 'JECFA', 'ATSDR'])
      expect(regulations.join()).not.toContain(words);
  });
});

test('the note under every profile says that it is for education only', () => {
  for (const { educational_note: note } of chemicalProfiles) {
    expect(note).toMatch(/^For education only: .* not medical or legal advice/);
    expect(note.length).toBeLessThan(400);
  }
});
