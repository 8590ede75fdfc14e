import { describe, expect, test } from 'vitest';
import { chemicalOf, chemicals, headerName, isChemicalKey } from './chemicals.ts';
import { limitFor, limits } from './limits.ts';
import { standingOfLimit } from './limit-standing.ts';
import { potencyFactors, potencyFactorsOf } from './potency.ts';

describe('chemicals', () => {
  test('are twenty, each once, with a registry number whose check digit is right', () => {
    expect(new Set(chemicals.map((c) => c.key)).size).toBe(20);
    expect(new Set(chemicals.map((c) => c.casNumber)).size).toBe(20);
    for (const { casNumber } of chemicals) {
      const digits = casNumber.replaceAll('-', '').split('').map(Number);
      const check = digits.pop();
      const sum = digits.reverse().reduce((s, d, i) => s + d * (i + 1), 0);
      expect(sum % 10, casNumber).toBe(check);
    }
  });

  test('are headed by full name and unit, and found by key', () => {
    expect(headerName(chemicalOf('bpa'))).toBe('Bisphenol A (ppb)');
    expect(isChemicalKey('totm')).toBe(true);
    expect(isChemicalKey('toString')).toBe(false);
  });

  test('group adipates, terephthalates and their like as substitutes', () => {
    const substitutes = chemicals.filter((c) => c.family === 'substitutes');
    expect(substitutes.map((c) => c.abbreviation)).toEqual([
      'DEHT',
      'DEHA',
      'DINCH',
      'DIDA',
      'TOTM',
    ]);
  });
});

describe('limits', () => {
  test('stand once for each chemical or group and authority', () => {
    const places = limits.map((l) => `${l.subject} ${l.authority}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('are those of the specification, in ng/kg/day', () => {
    const values = (authority: 'EFSA' | 'EPA') =>
      Object.fromEntries(
        limits.filter((l) => l.authority === authority).map((l) => [l.subject, l.limitNgPerKgDay]),
      );
    expect(values('EFSA')).toEqual({
      dehp: 50e3,
      dbp: 10e3,
      bbp: 500e3,
      dinp: 150e3,
      didp: 150e3,
      bpa: 0.2,
      deht: 1e6,
      deha: 300e3,
      dinch: 1e6,
      phthalates: 50e3,
      substitutes: 1e6,
      bisphenols: 0.2,
    });
    expect(values('EPA')).toEqual({
      dehp: 20e3,
      dbp: 100e3,
      bbp: 200e3,
      dep: 800e3,
      bpa: 50e3,
      deha: 600e3,
    });
  });

  test('each say who set them, when and where it is written', () => {
    for (const limit of limits) {
      expect(limit.limitNgPerKgDay).toBeGreaterThan(0);
      expect(limit.kind).toBe(limit.authority === 'EPA' ? 'RfD' : 'TDI');
      expect(limit.citation.title.length).toBeGreaterThan(10);
      expect(limit.citation.number ?? limit.citation.url).toBeTruthy();
      if (limit.citation.url) expect(URL.canParse(limit.citation.url)).toBe(true);
    }
  });

  test('that EFSA set in 2019 say that they are temporary, and no others do', () => {
    for (const limit of limits) {
      const { authority, year, note } = limit;
      const isTemporary = authority === 'EFSA' && year === 2019;
      expect(note?.startsWith('Temporary') ?? false).toBe(isTemporary);
      expect(standingOfLimit(limit).status === 'temporary').toBe(isTemporary);
    }
  });

  test('of bisphenols say that others contest EFSA’s, and that the BfR’s is a proposal', () => {
    expect(standingOfLimit(limitFor('bpa', 'EFSA')!).status).toBe('contested');
    expect(limitFor('bisphenols', 'EFSA')?.note).toContain(limitFor('bpa', 'EFSA')?.note);
    expect(standingOfLimit(limitFor('bpa', 'BfR')!).status).toBe('proposed');
  });

  test('that no authority set for a whole group say so', () => {
    for (const subject of ['bisphenols', 'substitutes'] as const) {
      expect(limitFor(subject, 'EFSA')?.setBy).toMatch(/^This site/);
      expect(limitFor(subject, 'EFSA')?.note).toBeTruthy();
      expect(standingOfLimit(limitFor(subject, 'EFSA')!).status).toBe('read-across');
    }
  });

  test('are null where an authority has set none', () => {
    expect(limitFor('phthalates', 'EPA')).toBeNull();
    expect(limitFor('totm', 'EFSA')).toBeNull();
  });
});

describe('potency factors', () => {
  test('of substitutes follow from the limits', () => {
    const deht = limitFor('deht', 'EFSA')?.limitNgPerKgDay ?? 0;
    for (const { chemical, factor } of potencyFactorsOf('substitutes')) {
      const limit = limitFor(chemical, 'EFSA');
      expect(factor).toBeCloseTo(limit ? deht / limit.limitNgPerKgDay : 0, 2);
    }
  });

  test('weigh no chemical twice', () => {
    const weighed = potencyFactors.map((p) => p.chemical);
    expect(new Set(weighed).size).toBe(weighed.length);
  });
});
