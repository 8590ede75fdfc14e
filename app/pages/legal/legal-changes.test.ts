import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dayText } from '#app/kit/day-text.ts';
import { LEGAL_UPDATED } from '#app/kit/facts.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { LEGAL_CHANGES } from './legal-changes.ts';
import { legalTexts, type LegalText } from './legal.ts';
import { plainText } from '#app/pages/prose-text.ts';

/** By the day of the newest change, what each text read like from then on. */
const EDITIONS: Record<LegalText['key'], Record<string, string>> = {
  privacy: {
    '2026-11-28': 'df6ba45d20afcb06',
    '2026-11-26': '0b90234c596e4177',
    '2026-11-25': '0e6788c273a0eff8',
    '2026-11-24': '06bb7fb39c20ea02',
    '2026-11-23': 'beecac75f25f613a',
    '2026-11-22': 'aebe3e4798d7cc00',
    '2026-11-21': '9debc655b777c622',
  },
  terms: {
    '2026-11-28': 'c0da4570728c6288',
    '2026-11-26': 'a1ebfe80099a47c1',
    '2026-11-25': 'd262cd12326947b0',
    '2026-11-23': '009fb5060ab89936',
    '2026-11-22': '0ad46529c82fa2eb',
    '2026-11-21': 'f8b1ce0f175fef31',
  },
};

const operator = { name: 'Name', address: 'Address', email: 'email@site.example' };
const OTHERS = [
  { amplitude: false, chat: false },
  { amplitude: true, chat: true },
];

/** A text in all its variants, without its list of changes. */
function fingerprintOf(text: LegalText): string {
  const words = OTHERS.flatMap((others) => [
    text.title,
    text.lead,
    ...text.sections(operator, others).flatMap(({ id, title, blocks }) => {
      const isLast = id === 'changes';
      return [title, plainText(isLast ? blocks.slice(0, 1) : blocks)];
    }),
  ]);
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
}

describe.each(legalTexts.map((text) => [text.title, text] as const))('%s', (title, text) => {
  const changes = LEGAL_CHANGES[text.key];

  test('changes only together with an entry that says so', () => {
    const found = fingerprintOf(text);
    const newest = changes[0]?.day ?? '';
    const whatToDo =
      `The text “${title}” changed. Say what changed, and on which day, at the top of ` +
      `LEGAL_CHANGES.${text.key} in app/pages/legal/legal-changes.ts; then add that day here, to ` +
      `EDITIONS.${text.key}, with '${found}'. People hold us to the terms they paid under.`;
    expect(EDITIONS[text.key][newest], whatToDo).toBe(found);
  });

  test('lists the changes at its end, newest first, each after the edition that it names', () => {
    const days = changes.map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort().reverse());
    const edition = new Date(`${LEGAL_UPDATED} UTC`).toISOString().slice(0, 10);
    expect(days.every((day) => day > edition)).toBe(true);
    const last = text.sections(operator, OTHERS[0] ?? { amplitude: false, chat: false }).at(-1);
    const read = plainText(last?.blocks ?? []);
    expect(last?.id).toBe('changes');
    expect(read).toContain('Changes since July 20, 2025:');
    for (const { day, what } of changes) {
      for (const sentence of what) expect(read).toContain(`${dayText(day)}: ${sentence}`);
    }
  });
});

/** By the day of the newest change of the numbers, what they were from then on. */
const NUMBERS_FROM: Record<string, string> = { '': 'a645715bcf3b3432' };

const numbers = { ...NUMBERS, testedChemicals: TESTED_CHEMICALS };

test('a number changes only together with a line of what changed, and when', () => {
  const found = createHash('sha256').update(JSON.stringify(numbers)).digest('hex').slice(0, 16);
  const whatToDo =
    'A number changed (app/kit/numbers.ts, or how many chemicals are tested for). Say what changed, and on which day, at the top of ' +
    `LEGAL_CHANGES.numbers in app/pages/legal/legal-changes.ts; then add that day here, with '${found}'.`;
  expect(NUMBERS_FROM[LEGAL_CHANGES.numbers[0]?.day ?? ''], whatToDo).toBe(found);
});

test('the terms say what changed of money', () => {
  const said = LEGAL_CHANGES.terms.flatMap(({ what }) => what);
  expect(said).toContain('A refund that fails may be paid another way.');
  expect(said).toContain('A begun test that can’t be finished is ended.');
});
