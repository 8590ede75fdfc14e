import { expect, it } from 'vitest';
import { embedSources, policy } from './content-security-policy.ts';

it('admits the hosts of an embedded post only where a page says so', () => {
  const embedding = policy(embedSources('social-posts'));
  expect(embedding).toContain("script-src 'self' https://platform.twitter.com;");
  expect(embedding).toContain('frame-src https://platform.twitter.com');
  expect(embedding).toContain("default-src 'none'");
  for (const other of [policy(), policy(embedSources('anything'))]) {
    expect(other).not.toMatch(/twitter|frame-src/);
  }
});

it('admits nothing inline where there is no page', () => {
  expect(policy()).toContain("script-src 'self';");
  expect(policy()).not.toContain('unsafe');
});
