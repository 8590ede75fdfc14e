import { describe, expect, test } from 'vitest';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import {
  chemicalProfileOf,
  educationalNote,
  type ChemicalProfile,
} from './chemical-profiles.server.ts';

const chemicalProfiles = chemicals.map(({ key }) => chemicalProfileOf(key));

const listNames = ['healthConcerns', 'sources', 'regulations', 'alternatives'] as const;

describe('chemical profiles', () => {
  test('exist for all twenty chemicals, under the names that results use', () => {
    expect(chemicalProfiles.map((p) => [p.key, p.fullName, p.category])).toEqual(
      chemicals.map((c) => [c.key, c.fullName, c.category]),
    );
    expect(chemicalProfileOf('totm').fullName).toBe('Tris(2-ethylhexyl) trimellitate');
  });

  test.each(chemicalProfiles)('$key is told in whole sentences of readable length', (profile) => {
    expect(profile.description.length).toBeGreaterThan(80);
    expect(profile.description.length).toBeLessThan(400);
    for (const name of listNames) {
      expect(profile[name].length, name).toBeGreaterThanOrEqual(2);
      expect(profile[name].length, name).toBeLessThanOrEqual(4);
    }
    for (const text of textsOf(profile)) {
      expect(text.length, text).toBeGreaterThan(25);
      expect(text.length, text).toBeLessThan(400);
      expect(text).toMatch(/^[A-Z].*[^\s.]\.$/);
      expect(text).not.toMatch(/\s{2}|\bU\.S\.|\be\.g\./);
    }
  });

  test.each(chemicalProfiles)('$key gives no advice and uses no dashes for breath', (profile) => {
    for (const text of textsOf(profile)) {
      expect(text).not.toMatch(/[\u2013\u2014]| - /);
      expect(text).not.toMatch(
        /\b(treats?|cures?|heals?|detox\w*|cleanse\w*|remed\w+|antidotes?|supplement with)\b/i,
      );
      expect(text).not.toMatch(/\b(you|your|should|must avoid|toxic free|chemical-free)\b/i);
    }
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

  test('share no sentence, not even one that differs only in a name or a number', () => {
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const profile of chemicalProfiles) {
      for (const sentence of textsOf(profile).flatMap(sentencesOf)) {
        const form = normalised(sentence);
        const owner = owners.get(form);
        if (owner) shared.push(`${owner} and ${profile.key}: ${sentence}`);
        owners.set(form, profile.key);
      }
    }
    expect(shared).toEqual([]);
    expect(owners.size).toBeGreaterThan(200);
  });

  test('cite the same document in the same way', () => {
    const byUrl = new Map<string, string>();
    for (const { title, url } of chemicalProfiles.flatMap((p) => p.citations)) {
      if (url === null) continue;
      expect(byUrl.get(url) ?? title).toBe(title);
      byUrl.set(url, title);
    }
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

test('the note under every profile says that it is for education only', () => {
  expect(educationalNote()).toMatch(/^For education only: .* not medical or legal advice/);
  expect(educationalNote().length).toBeLessThan(400);
});

test('two sentences that differ only in a name or a number count as shared', () => {
  expect(normalised('Rats fed DEHP, 5 mg a day!')).toBe(normalised('Rats fed DINP 60 mg a day.'));
  expect(normalised('Rats fed DEHP.')).not.toBe(normalised('Mice fed DEHP.'));
});

function textsOf(profile: ChemicalProfile): string[] {
  return [profile.description, ...listNames.flatMap((name) => profile[name])];
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+/);
}

/** Lower-case words alone, each chemical's name and each number read as the same word. */
function normalised(sentence: string): string {
  const names = chemicals.flatMap((c) => [c.abbreviation, c.fullName]).sort(longestFirst);
  let text = sentence;
  for (const name of names) text = text.replaceAll(name, ' chemical ');
  return text
    .toLowerCase()
    .replaceAll(/\d+/g, ' number ')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}
