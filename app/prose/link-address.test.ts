import { expect, it } from 'vitest';
import { allowedAddress, isOwnPage } from './link-address.ts';

it.each([
  'http://a.example/',
  'https://a.example/?q=a:b',
  'HTTPS://a.example/',
  'irc://chat.example/room',
  'ircs://chat.example/room',
  'mailto:somebody@a.example',
  'xmpp:room@a.example',
  '/add-product',
  'contact?topic=a:b',
  './a:b',
  '#a:b',
  '?a:b',
  '',
])('lets a link lead to %s', (address) => expect(allowedAddress(address)).toBe(address));

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://a.example/',
  'blob:https://a.example/1',
  'tel:5550100',
  ':nothing',
])('lets no link lead to %j', (address) => expect(allowedAddress(address)).toBeNull());

it.each([
  ['/add-product', true],
  ['/plasticlist/93?weight=adult#samples', true],
  ['/', true],
  ['/feed.xml', false],
  ['//elsewhere.example/', false],
  ['/\\elsewhere.example/', false],
  ['https://elsewhere.example/', false],
])('knows whether %s is a page of this site', (address, isOwn) =>
  expect(isOwnPage(address)).toBe(isOwn),
);
