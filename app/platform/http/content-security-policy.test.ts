import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { embedSources, pagePolicy, policy } from './content-security-policy.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

it('admits the scripts that carry the nonce, by hash, and no other', () => {
  const html =
    '<script nonce="n1">ours()</script><script type="module" async="" nonce="n1">two()</script>' +
    '<script>theirs()</script><script nonce="guess">theirs()</script><link nonce="n1" href="/a.js"/>';
  const page = pagePolicy(html, 'n1');
  expect(page.policy).toContain(`script-src 'self' ${hash('ours()')} ${hash('two()')};`);
  expect(page.policy).not.toContain(hash('theirs()'));
  expect(page.html).not.toContain('n1');
});

it('admits the hosts of an embedded post only where a page says so', () => {
  const { policy: embedding } = pagePolicy('<p>', 'n1', embedSources('social-posts'));
  expect(embedding).toContain("script-src 'self' https://platform.twitter.com;");
  expect(embedding).toContain('frame-src https://platform.twitter.com');
  expect(embedding).toContain("default-src 'none'");
  for (const other of [
    policy(),
    pagePolicy('<p>', 'n1').policy,
    policy([], embedSources('anything')),
  ]) {
    expect(other).not.toMatch(/twitter|frame-src/);
  }
});

it('admits nothing inline where there is no page', () => {
  expect(policy()).toContain("script-src 'self';");
  expect(policy()).not.toContain('unsafe');
});
