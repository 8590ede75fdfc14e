import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LEGAL_UPDATED } from '#app/kit/facts.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { NUMBER_CHANGES } from '#app/pages/blog/read-post.server.ts';
import { plainText, type Block } from '#app/prose/blocks.ts';
import { LEGAL_KEYS, type LegalText } from './legal.ts';
import { readLegal } from './read-legal.server.ts';

/** By the day of the newest change, what each text read like from then on. */
const EDITIONS: Record<LegalText['key'], Record<string, string>> = {
  privacy: {
    '2026-11-30': '3c348bb4edd0105a',
    '2026-11-28': '81f7bda9db9fcc01',
    '2026-11-26': '0b90234c596e4177',
    '2026-11-25': '0e6788c273a0eff8',
    '2026-11-24': '06bb7fb39c20ea02',
    '2026-11-23': 'beecac75f25f613a',
    '2026-11-22': 'aebe3e4798d7cc00',
    '2026-11-21': '9debc655b777c622',
  },
  terms: {
    '2026-11-30': '25ba17776c309bd6',
    '2026-11-28': 'be40e98535fe760a',
    '2026-11-26': 'a1ebfe80099a47c1',
    '2026-11-25': 'd262cd12326947b0',
    '2026-11-23': '009fb5060ab89936',
    '2026-11-22': '0ad46529c82fa2eb',
    '2026-11-21': 'f8b1ce0f175fef31',
  },
};

const operator = {
  name: 'Name',
  address: 'Address',
  email: 'email@site.example',
  taxNote: 'Gifts are not tax-deductible.',
};
const OTHERS = [
  { amplitude: false, chat: false },
  { amplitude: true, chat: true },
];

/** A text in all its variants. */
function variantsOf(key: LegalText['key']): LegalText[] {
  return OTHERS.flatMap((others) => readLegal(operator, others).filter((text) => text.key === key));
}

/** A text in all its variants, without its list of changes. */
function fingerprintOf(key: LegalText['key']): string {
  const words = variantsOf(key).flatMap(({ title, lead, sections }) => [
    title,
    lead,
    ...sections.flatMap(({ id, title: heading, blocks }) => {
      const isLast = id === 'changes';
      return [heading, plainText(isLast ? blocks.slice(0, 1) : blocks)];
    }),
  ]);
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
}

/** What stands before the first colon, as `2026-11-28`. */
function dayOf(change: string): string {
  const day = new Date(`${change.split(':')[0]} UTC`);
  return day.toISOString().slice(0, 10);
}

describe.each(LEGAL_KEYS)('%s', (key) => {
  const [text] = variantsOf(key);
  const last = text?.sections.at(-1);
  const changes = (last?.blocks ?? [])
    .flatMap((block: Block) => (block.type === 'list' ? block.items : []))
    .map((item) => plainText(item));

  test('changes only together with an entry that says so', () => {
    const found = fingerprintOf(key);
    const newest = dayOf(changes[0] ?? '');
    const whatToDo =
      `content/legal/${key}.md changed. Say what changed, and on which day, at the top of its last ` +
      `list; then add that day here, to EDITIONS.${key}, with '${found}'. People hold us to the ` +
      'terms they paid under.';
    expect(EDITIONS[key][newest], whatToDo).toBe(found);
  });

  test('lists the changes at its end, newest first, each after the edition that it names', () => {
    const days = changes.map(dayOf);
    expect(days).toEqual(days.toSorted().reverse());
    const edition = dayOf(LEGAL_UPDATED);
    expect(days.every((day) => day > edition)).toBe(true);
    expect(changes[0]).toMatch(new RegExp(`^${text?.changedOn}: `));
    expect(last?.id).toBe('changes');
    expect(plainText(last?.blocks ?? [])).toContain('Changes since July 20, 2025:');
  });
});

/** By the day of the newest change of the numbers, what they were from then on; one that is new is no change. */
const NUMBERS_FROM: Record<string, string> = { '': 'ea3a79d9ff23964b' };

const numbers = { ...NUMBERS, testedChemicals: TESTED_CHEMICALS };

test('a number changes only together with a line of what changed, and when', () => {
  const found = createHash('sha256').update(JSON.stringify(numbers)).digest('hex').slice(0, 16);
  const whatToDo =
    'A number changed (app/kit/numbers.ts, or how many chemicals are tested for). Say what changed, and on which day, at the top of ' +
    `NUMBER_CHANGES in app/pages/blog/read-post.server.ts; then add that day here, with '${found}'.`;
  expect(NUMBERS_FROM[NUMBER_CHANGES[0]?.split(':')[0] ?? ''], whatToDo).toBe(found);
});

test('the terms say what changed of money', () => {
  const sentence = plainText(variantsOf('terms')[0]?.sections.at(-1)?.blocks ?? []);
  expect(sentence).toContain(': A refund that fails may be paid another way.');
  expect(sentence).toContain(': A begun test that can’t be finished is ended.');
  expect(sentence).toContain(': Says which goal a test for plastic chemicals has, ');
});
