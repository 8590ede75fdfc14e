import { expect, test } from 'vitest';
import { isEncodedText, isText, isTextThroughout, madeText } from './incoming-text.ts';

test.each([
  ['plain', 'a b', true],
  ['nothing', '', true],
  ['a character of two halves', '\u{1f95b}', true],
  ['a zero byte', 'a\0', false],
  ['the first half of a character', 'a\ud83d', false],
  ['the second half of a character', '\udd5b', false],
])('text that comes in: %s', (_name, text, is) => {
  expect(isText(text)).toBe(is);
  expect(isTextThroughout({ list: [{ text }] })).toBe(is);
  expect(isTextThroughout({ [text]: 1 })).toBe(is);
});

test('JSON is looked through however deep it is', () => {
  let json: unknown = 'a\0';
  for (let depth = 0; depth < 30_000; depth += 1) json = [json];
  expect(isTextThroughout(json)).toBe(false);
  expect(isTextThroughout([1, null, true, { a: undefined }])).toBe(true);
});

test('an encoded zero byte is found, and what only looks like one is not', () => {
  expect(isEncodedText('/a%00b')).toBe(false);
  expect(isEncodedText('/a%2500b%25ed%25a0%ed%9f%bf')).toBe(true);
});

test.each(['%ed%a0%80', 'a=%ED%BF%BF', 'b%ed%a0%bd%ed%b8%80'])(
  '%s: halves of characters',
  (text) => {
    expect(isEncodedText(text)).toBe(false);
  },
);

test('what is no text becomes replacement characters, in names too, and all else stays', () => {
  const json = JSON.parse(
    '{"a\\u0000":["b\\ud83d",1,null,{"__proto__":"\\udd5b🥛\\u0000"}],"c":true}',
  );
  expect(JSON.stringify(madeText(json))).toBe(
    '{"a\ufffd":["b\ufffd",1,null,{"__proto__":"\ufffd🥛\ufffd"}],"c":true}',
  );
  const whole = { a: ['b'] };
  expect(madeText(whole)).toBe(whole);
});
