import { describe, expect, test } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { Prose } from './prose.tsx';
import { linksOf, piecesOf, plainText } from './prose-text.ts';

describe('a sentence', () => {
  test('without a link is one piece', () => {
    expect(piecesOf('Plain (really).')).toEqual([{ text: 'Plain (really).' }]);
  });

  test('gives its links in order, with the words around them', () => {
    expect(piecesOf('[A](/a) and [b c](https://b.example/?x=1#y).')).toEqual([
      { text: 'A', to: '/a' },
      { text: ' and ' },
      { text: 'b c', to: 'https://b.example/?x=1#y' },
      { text: '.' },
    ]);
  });

  test('gives names between backticks as such', () => {
    expect(piecesOf('`a_b`: c')).toEqual([{ text: 'a_b', isCode: true }, { text: ': c' }]);
  });

  test('keeps brackets that are no link', () => {
    expect(piecesOf('[A] (/a)')).toEqual([{ text: '[A] (/a)' }]);
  });
});

const blocks = ['One [link](/one).', ['Two.', 'Three [link](#three).']];

test('blocks as words, and as addresses', () => {
  expect(plainText(blocks)).toBe('One link. Two. Three link.');
  expect(linksOf(blocks)).toEqual(['/one', '#three']);
});

test('blocks as markup: a list of its points, another site marked as such', () => {
  const { html } = rendered(<Prose blocks={[...blocks, '[Else](https://else.example/)']} />);
  expect(html).toMatch(/<p>One <a [^>]*href="\/one"[^>]*>link<\/a>\.<\/p><ul[^>]*><li[^>]*>Two\./);
  expect(html).toMatch(/<a [^>]*href="\/#three"/);
  expect(html).toMatch(/<a href="https:\/\/else.example\/" rel="noopener"[^>]*>Else<span/);
});
