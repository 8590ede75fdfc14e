import { expect, it } from 'vitest';
import { readPictureText } from './read-markdown.server.ts';

const plain = {
  alt: 'A jar',
  width: 'medium',
  isCentered: false,
  hasBorder: false,
  hasShadow: false,
  widthPx: null,
  heightPx: null,
};

it.each([
  ['A jar', { hasBorder: true }],
  ['A jar|', { hasBorder: true }],
  ['A jar|sideways', { hasBorder: true }],
  ['A jar|600x400', { hasBorder: true, widthPx: 600, heightPx: 400 }],
  ['A jar|small', { width: 'small' }],
  ['A jar | medium', {}],
  ['A jar|large center', { width: 'large', isCentered: true }],
  ['A jar|center,border', { isCentered: true, hasBorder: true }],
  ['A jar|Shadow', { hasShadow: true }],
  [
    'A jar|center|small|border|shadow|60x40',
    {
      width: 'small',
      isCentered: true,
      hasBorder: true,
      hasShadow: true,
      widthPx: 60,
      heightPx: 40,
    },
  ],
  ['|center', { alt: '', isCentered: true }],
])('reads %j', (text, told) => expect(readPictureText(text)).toEqual({ ...plain, ...told }));
