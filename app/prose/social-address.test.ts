import { expect, it } from 'vitest';
import { socialPostOf } from './read-markdown.server.ts';

it.each([
  ['https://twitter.com/somebody/status/20', 'twitter.com', '20'],
  ['https://x.com/somebody/status/1234567890123456789', 'x.com', '1234567890123456789'],
  ['http://www.twitter.com/somebody/statuses/20?s=20', 'twitter.com', '20'],
  ['https://mobile.x.com/i/web/status/20#top', 'x.com', '20'],
  [' https://X.com/somebody/status/20/photo/1 ', 'x.com', '20'],
])('knows %j as a post', (address, host, id) => {
  const post = socialPostOf(address);
  expect(post).toMatchObject({ host, id });
  expect(post?.address).toMatch(/^https:\/\//i);
});

it.each([
  'https://x.com/somebody',
  'https://x.com/somebody/status/',
  'https://x.com/somebody/status/20abc',
  'https://x.com.evil.example/somebody/status/20',
  'https://notx.com/somebody/status/20',
  'https://evil.example/https://x.com/somebody/status/20',
  'https://x.com@evil.example/somebody/status/20',
  'javascript:https://x.com/somebody/status/20',
  'See https://x.com/somebody/status/20',
  'https://x.com/somebody/status/20 and more',
])('does not take %j for one', (address) => expect(socialPostOf(address)).toBeNull());
