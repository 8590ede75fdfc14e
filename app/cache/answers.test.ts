import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { describe, expect, it } from 'vitest';
import { finished, packed, respond } from './answers.server.ts';

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

describe('compresses an answer once, as each program unpacks it', () => {
  const text = 'A long page. '.repeat(500);
  const made = finished(200, text, { 'Content-Type': 'text/html; charset=utf-8' });
  const app = new Hono()
    .use(compress({ threshold: 1_024 }))
    .get('/', (c) => respond(c, made))
    .get('/short', (c) => respond(c, finished(200, 'short', { 'Content-Type': 'text/html' })));
  const asked = (accepted?: string, path = '/') =>
    app.request(path, { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['BR', 'br', brotliDecompressSync],
  ] as const)('%s: %s', async (accepted, encoding, unpacked) => {
    const response = await asked(accepted);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('etag')).toBe(made.etag);
    expect(String(unpacked(bytes))).toBe(text);
  });

  it.each([undefined, '', 'identity', 'br;q=0, gzip;q=0', 'zstd'])('%s: as it is', async (none) => {
    const response = await asked(none);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it('leaves a short answer as it is', async () => {
    const response = await asked('br', '/short');
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([
      null,
      'short',
    ]);
  });

  it('sends what is kept compressed to whoever takes it otherwise, too', async () => {
    const small = await packed(made);
    const stored = new Hono().get('/', (c) => respond(c, small));
    const get = async (accepted: string) => {
      const response = await stored.request('/', { headers: { 'Accept-Encoding': accepted } });
      return Buffer.from(await response.arrayBuffer());
    };
    expect(String(brotliDecompressSync(await get('br')))).toBe(text);
    expect(String(gunzipSync(await get('gzip')))).toBe(text);
    expect(String(await get('identity'))).toBe(text);
    expect(small.bytes).toBeLessThan(made.bytes / 10);
  });

  it('holds no more memory than what is compressed', async () => {
    const br = await (await packed(finished(200, text, {}))).body.br;
    expect(br?.buffer.byteLength).toBe(br?.length);
  });

  it('never compresses the same answer again', async () => {
    const plain = new TextEncoder().encode(text);
    const own = finished(200, plain, {});
    const many = new Hono().get('/', (c) => respond(c, own));
    const unpacked = async () => {
      const response = await many.request('/', { headers: { 'Accept-Encoding': 'br' } });
      return String(brotliDecompressSync(Buffer.from(await response.arrayBuffer())));
    };
    await unpacked();
    plain.fill(0); // what is compressed from now on is another text
    expect(await unpacked()).toBe(text);
  });
});
