import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { finished, once, respond } from './shared-answers.server.ts';

it('makes an answer once for all who ask while it is made and while it is fresh', async () => {
  const make = vi.fn(async () => finished(200, 'a', {}));
  await Promise.all([once('k1', 60, make), once('k1', 60, make), once('k1', 60, make)]);
  await once('k1', 60, make);
  expect(make).toHaveBeenCalledTimes(1);
  await once('k2', 0, make);
  await once('k2', 0, make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('keeps neither failures nor refusals', async () => {
  const make = vi
    .fn()
    .mockRejectedValueOnce(new Error('broken'))
    .mockResolvedValueOnce(finished(500, 'broken', {}))
    .mockResolvedValue(finished(200, 'whole', {}));
  await expect(once('k3', 60, make)).rejects.toThrow('broken');
  expect((await once('k3', 60, make)).status).toBe(500);
  expect((await once('k3', 60, make)).text).toBe('whole');
});

it('tags an answer by its content', () => {
  expect(finished(200, 'a', {}).etag).toBe(finished(200, 'a', {}).etag);
  expect(finished(200, 'a', {}).etag).not.toBe(finished(200, 'b', {}).etag);
});

it('answers 304 with the policy of the page that the browser has', async () => {
  const made = finished(200, 'page', { 'Content-Security-Policy': "script-src 'sha256-x'" });
  const app = new Hono().get('/', (c) => respond(c, made));
  const first = await app.request('/');
  expect(first.status).toBe(200);
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
  const second = await app.request('/', { headers });
  expect(second.status).toBe(304);
  expect(second.headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
  expect((await app.request('/', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
});
