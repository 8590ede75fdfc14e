import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { mountPublicFiles } from '#app/public-files.ts';

afterEach(() => {
  resetClock();
  configure({ NODE_ENV: 'test' });
});

async function read(env: Record<string, string>) {
  configure({ NODE_ENV: 'test', SITE_URL: 'https://assay.example.org', ...env });
  const app = new Hono();
  mountPublicFiles(app as never, []);
  return app.request('/.well-known/security.txt');
}

describe('/.well-known/security.txt (RFC 9116)', () => {
  it('names whom the operator named, where it lies, and a day within a year, ever later', async () => {
    const answered = await read({
      SECURITY_CONTACT: 'safe@example.org',
      SUPPORT_EMAIL: 'b@example.org',
    });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answered.text();
    expect(text).toMatch(/^Contact: mailto:safe@example\.org\n/);
    expect(text).toContain('Canonical: https://assay.example.org/.well-known/security.txt\n');
    const expires = (all: string) => Date.parse(/^Expires: (.+)$/m.exec(all)![1]!);
    const days = (expires(text) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
    advanceClock(100 * 86_400_000);
    const later = await read({ SECURITY_CONTACT: 'safe@example.org' });
    expect(expires(await later.text()) - expires(text)).toBe(100 * 86_400_000);
  });

  it('takes an address of the web, or the support address', async () => {
    const web = await read({ SECURITY_CONTACT: 'https://example.org/security' });
    expect(await web.text()).toContain('Contact: https://example.org/security\n');
    expect(await (await read({ SUPPORT_EMAIL: 'b@example.org' })).text()).toContain(
      'Contact: mailto:b@example.org\n',
    );
    expect(() => configure({ NODE_ENV: 'test', SECURITY_CONTACT: 'http://x\nContact: y' })).toThrow(
      /SECURITY_CONTACT/,
    );
  });

  it('is not there where nobody is named', async () => {
    expect((await read({})).status).toBe(404);
  });
});
