import { expect, test } from 'vitest';
import { askedWords, distanceOf, wordsOf } from './forgiving.ts';

const NAMES = {
  oatly: 'Oatly Oatmilk Full Fat Chilled in Carton dairy_alternatives plant_milk',
  haagen: 'Vanilla Ice Cream Häagen-Dazs',
  ben: 'Ben & Jerry’s Phish Food Ice Cream',
  coke: 'Coca-Cola Zero',
};

test.each([
  ['oatly', 'oatly'],
  ['OATLY milk', 'oatly'],
  ['milk oatly', 'oatly'],
  ['otaly', 'oatly'],
  ['oatlly', 'oatly'],
  ['plant milk', 'oatly'],
  ['dairy alternatives', 'oatly'],
  ['haagen dazs', 'haagen'],
  ['Haagendazs', 'haagen'],
  ['häagen vanila', 'haagen'],
  ['jerrys ben', 'ben'],
  ['Ben & Jerry’s', 'ben'],
  ['coke', null],
  ['coca cola', 'coke'],
  ['cocacola', 'coke'],
  ['oat zzz', null],
  ['cok', null],
])('a search for %j, whatever its slips, order and accents, finds %s', (typed, found) => {
  const hits = Object.entries(NAMES)
    .filter(([, text]) => distanceOf(askedWords(typed), wordsOf(text)) !== null)
    .map(([key]) => key);
  expect(hits).toEqual(found === null ? [] : [found]);
});

test('what is spelled as it was typed comes before what only begins so, and before a slip', () => {
  const texts = ['milks', 'mlik', 'buttermilk', 'milk'];
  const near = (text: string) => distanceOf(askedWords('milk'), wordsOf(text)) ?? Infinity;
  expect(texts.toSorted((a, b) => near(a) - near(b))).toEqual([
    'milk',
    'milks',
    'buttermilk',
    'mlik',
  ]);
});
