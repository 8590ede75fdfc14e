import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { pagePolicy, policy } from '#app/platform/content-security-policy.ts';

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

it('admits nothing inline where there is no page', () => {
  expect(policy()).toContain("script-src 'self';");
  expect(policy()).not.toContain('unsafe');
});
