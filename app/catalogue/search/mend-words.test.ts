import { expect, test } from 'vitest';
import { patternsOf } from './mend-words.server.ts';

test.each([
  ['tea', []],
  ['mlik', ['ml%', '%ik', 'milk']],
  ['otaly', ['ota%', '%ly', 'otlay']],
  ['marzipan', ['mar%', '%zip%', '%an', 'mazripan', 'marziapn']],
])('a slip leaves one part of %j whole, or swaps two letters between parts', (word, patterns) => {
  expect(patternsOf(word)).toEqual(patterns);
});

test('every word that is one slip away is met by a pattern', () => {
  const letters = [...'abcdefg'];
  for (let length = 4; length <= 12; length += 1) {
    const word = Array.from({ length }, (_, at) => letters[(at * 3) % 7]).join('');
    const patterns = patternsOf(word).map(
      (like) => new RegExp(`^${like.replaceAll('%', '.*')}$`, 'u'),
    );
    for (let at = 0; at < length; at += 1) {
      const [before, here, after] = [word.slice(0, at), word[at], word.slice(at + 1)];
      const slipped = [
        before + after,
        `${before}x${after}`,
        `${before}x${here}${after}`,
        `${before}${after.slice(0, 1)}${here}${after.slice(1)}`,
      ];
      for (const one of slipped)
        expect(
          patterns.some((like) => like.test(one)),
          `${word} ${one}`,
        ).toBe(true);
    }
  }
});
