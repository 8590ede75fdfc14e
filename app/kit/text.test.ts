import { describe, expect, it } from 'vitest';
import {
  counted,
  erasedEmail,
  grouped,
  isErased,
  listed,
  maskedEmail,
  normaliseEmail,
  searchable,
} from './text.ts';

describe('text', () => {
  it.each([
    ["Ben & Jerry's", 'ben jerrys'],
    ['  two \t words\n', 'two words'],
    ['Häagen-Dazs', 'häagendazs'],
    ['snake_case 100%', 'snake_case 100'],
    ['%_!?', '_'],
    ['!?', ''],
    ['日本 茶', '日本 茶'],
  ])('%j is searched as %j', (text, expected) => expect(searchable(text)).toBe(expected));

  it.each([
    ['person@example.org', 'p•••@e•••.org'],
    ['a@b.co', 'a•••@b•••.co'],
    ['odd', 'o•••@•••'],
  ])('%s is masked as %s', (email, masked) => expect(maskedEmail(email)).toBe(masked));

  it.each([
    [' Person@Z\u00fcrich.Example ', 'person@xn--zrich-kva.example'],
    ['person@zu\u0308rich.example', 'person@xn--zrich-kva.example'],
    ['PERSON@XN--ZRICH-KVA.EXAMPLE', 'person@xn--zrich-kva.example'],
    ['Jose\u0301@example.org', 'jos\u00e9@example.org'],
    ['a@z\u00fcrich.example/example.org', 'a@z\u00fcrich.example/example.org'],
    ['1.2@1.2', '1.2@1.2'],
    ['z\u00fcrich', 'z\u00fcrich'],
  ])('%j is the mailbox %s', (email, mailbox) => expect(normaliseEmail(email)).toBe(mailbox));

  it('sees one letter in either way of writing its accent', () => {
    expect(searchable('Jalapen\u0303o')).toBe(searchable('Jalape\u00f1o'));
  });

  it('counts and lists in words', () => {
    expect([
      counted(1, 'contributor'),
      counted(2, 'contributor'),
      counted(1_200, 'sample'),
    ]).toEqual(['1 contributor', '2 contributors', '1,200 samples']);
    expect([listed([]), listed(['A']), listed(['A', 'B']), listed(['A', 'B', 'C'])]).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ]);
  });

  it('knows one mailbox in two spellings', () => {
    expect(normaliseEmail(' A@Example.ORG ')).toBe('a@example.org');
  });
});

describe('an erased address', () => {
  it('is told from those that people have', () => {
    expect(isErased(erasedEmail('0f8b6c1e-8a57-4d7e-9d7e-2f0d3c4b5a69'))).toBe(true);
    for (const email of ['', 'a@erased.invalid', 'erased-x@erased.invalid', 'a@example.org']) {
      expect(isErased(email)).toBe(false);
    }
  });
});

it('a figure is written as the language has it, however many decimals it may have', () => {
  for (const figure of [0, 4.7, 999, 1_275, 32_500.25, 1e-5, 2.46, 1_234_567.891]) {
    for (const maximumFractionDigits of [0, 3, 6, 20]) {
      const usual = figure.toLocaleString('en-US', { maximumFractionDigits });
      expect(grouped(figure, maximumFractionDigits)).toBe(usual);
    }
  }
  expect(grouped(60_000n)).toBe('60,000');
  expect(grouped(1e10, 6, 'compact')).toBe('10B');
});
