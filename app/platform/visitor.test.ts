import { beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { clientAddress, recognise, visitedOrigin } from '#app/platform/visitor.server.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

describe('the address of a visitor', () => {
  beforeEach(() => void configure({ TRUSTED_PROXIES: '10.0.0.1,10.0.0.2' }));

  it.each([
    ['no proxy is trusted: the header is made up', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a trusted proxy says', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['two trusted proxies', '10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
    [
      'what stands before the last hop is made up',
      '10.0.0.1',
      '6.6.6.6, 198.51.100.7',
      '198.51.100.7',
    ],
    ['IPv4 in IPv6 clothing', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a trusted proxy that says nothing', '10.0.0.1', '', '10.0.0.1'],
    ['nonsense that looks like IPv6', '10.0.0.1', '1:2:3:4:5:6:7:8::9', '1:2:3:4'],
    ['one IPv6 network', '2001:db8:1:2:3:4:5:6', '', '2001:db8:1:2'],
    ['one IPv6 network, shortened', '2001:db8::9', '', '2001:db8:0:0'],
  ])('%s', (_name, socket, header, expected) => {
    expect(clientAddress(forwarded(header), socket)).toBe(expected);
  });
});

describe('the cookie of a browser', () => {
  it('is given once, cannot be read by scripts, and is not stored as it is', () => {
    const first = recognise(new Headers(), '203.0.113.9');
    expect(first.setCookie).toMatch(/^openassay_browser=[\w-]{32}; .*HttpOnly; SameSite=Lax/);
    const token = /=([\w-]{32})/.exec(first.setCookie ?? '')?.[1] ?? '';
    const again = recognise(
      new Headers({ cookie: `a=b; openassay_browser=${token}` }),
      '203.0.113.10',
    );
    expect(again.setCookie).toBeUndefined();
    expect(again.visitor.browserHash).toBe(first.visitor.browserHash);
    expect(first.visitor.browserHash).not.toContain(token);
  });

  it('is replaced where it was made up', () => {
    const odd = recognise(new Headers({ cookie: 'openassay_browser=short' }), '203.0.113.9');
    expect(odd.setCookie).toBeDefined();
  });

  it('travels over https alone where the site does', () => {
    configure({ SITE_URL: 'https://assay.example' });
    expect(recognise(new Headers(), '203.0.113.9').setCookie).toContain('; Secure');
  });
});

describe('the address of the site as a visitor sees it', () => {
  it.each([
    ['the loopback name they came by', {}, 'http://127.0.0.1:3000/cart', 'http://127.0.0.1:3000'],
    ['never a made-up host', {}, 'http://evil.example/cart', 'http://localhost:3000'],
    [
      'the public address where there is one',
      { SITE_URL: 'https://assay.example/' },
      'http://127.0.0.1:3000/cart',
      'https://assay.example',
    ],
  ])('is %s', (_name, env, url, expected) => {
    configure(env);
    expect(visitedOrigin(url)).toBe(expected);
  });
});
