import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { cookieName } from './cookies.server.ts';
import { clientAddress, recognise, visitedOrigin } from './visitor.server.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

describe('the address of a visitor', () => {
  beforeEach(() => {
    configure({
      TRUSTED_PROXIES:
        '10.0.0.1, 10.0.0.2:8080,172.16.0.0/12, 2001:db8:ffff::/48, ::ffff:192.168.0.0/112',
    });
  });

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
    ['the same, in hexadecimal', '10.0.0.1', '::ffff:c633:6407', '198.51.100.7'],
    ['a trusted proxy that says nothing', '10.0.0.1', '', '10.0.0.1'],
    ['an IPv4 address with its port', '10.0.0.1', '198.51.100.7:51234', '198.51.100.7'],
    ['an IPv6 address with its port', '10.0.0.1', '[2001:DB8::9]:51234', '2001:db8::9'],
    ['an IPv6 address in brackets', '10.0.0.1', '[2001:db8:0:0:0:0:0:9]', '2001:db8::9'],
    ['a trusted network', '172.31.255.1', '198.51.100.7, 172.16.0.9:443', '198.51.100.7'],
    ['next to a trusted network', '172.32.0.1', '198.51.100.7', '172.32.0.1'],
    ['a trusted IPv6 network', '2001:db8:ffff:1::2', '2001:db8::9', '2001:db8::9'],
    ['next to it', '2001:db8:fffe:1::2', '2001:db8::9', '2001:db8:fffe:1::2'],
    ['a trusted network in IPv6 clothing', '192.168.255.1', '198.51.100.7', '198.51.100.7'],
    ['next to that one', '192.169.0.1', '198.51.100.7', '192.169.0.1'],
    ['nonsense that looks like IPv6', '10.0.0.1', '1:2:3:4:5:6:7:8::9', '10.0.0.1'],
    ['no address at all', '10.0.0.1', '6.6.6.6, unknown', '10.0.0.1'],
    ['a zone', 'fe80::1%eth0', '', 'fe80::1'],
  ])('%s', (_name, socket, header, expected) => {
    expect(clientAddress(forwarded(header), socket)).toBe(expected);
  });
});

describe('the address of a visitor', () => {
  const SECRET = 'what the hashes of addresses follow from';
  const visitorAt = (address: string) => recognise(new Headers(), address).visitor;
  beforeEach(() => void configure({ AUTH_SECRET: SECRET }));
  afterEach(() => resetClock());

  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.77', false],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['2001:db8:1:200::1', '2001:db8:1:200:ffff::2', true],
    ['2001:db8::1', '2001:db8:0:0:ffff:1:2:3', true],
    ['2001:db8:1:200::1', '2001:db8:1:201::1', false],
    ['2001:db8::200:0:0:0:1', '2001:db8:0:200::1', true],
  ])('%s and %s count as one: %s', (one, other, isOne) => {
    expect(visitorAt(one).addressHash === visitorAt(other).addressHash).toBe(isOne);
  });

  it('is no plain hash, under another secret every week, and last week’s is still found', () => {
    const { addressHash: first } = visitorAt('203.0.113.9');
    configure({ AUTH_SECRET: `${SECRET}, another one` });
    expect(visitorAt('203.0.113.9').addressHash).not.toBe(first);
    configure({ AUTH_SECRET: SECRET });
    advanceClock(7 * 86_400_000);
    const second = visitorAt('203.0.113.9');
    expect(second.addressHashBefore).toBe(first);
    expect(second.addressHash).not.toBe(first);
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

  describe('over https', () => {
    const TOKEN = 'a'.repeat(32);
    const OTHER = 'b'.repeat(32);
    const cameWith = (cookie: string) => recognise(new Headers({ cookie }), '203.0.113.9');
    beforeEach(() => {
      configure({ SITE_URL: 'https://assay.example', AUTH_SECRET: 'x'.repeat(32) });
    });

    it('is for this host alone, and all of it', () => {
      const { setCookie = '' } = recognise(new Headers(), '203.0.113.9');
      expect(setCookie).toMatch(/^__Host-openassay_browser=[\w-]{32}; Path=\/; .*; Secure$/);
      expect(setCookie).not.toContain('Domain');
    });

    it('is read by that name alone', () => {
      expect(cameWith(`__Host-openassay_browser=${TOKEN}`).setCookie).toBeUndefined();
      expect(cameWith(`openassay_browser=${TOKEN}`).setCookie).not.toContain(TOKEN);
    });

    it.each([
      ['by its plain name', `openassay_browser=${OTHER}`],
      // Browsers see another name there, and let a neighbor set it.
      ['behind a white space that is no space', `a=b; \u00a0__Host-openassay_browser=${OTHER}`],
    ])('is not the one that a neighbour on the same domain has planted %s', (_how, cookie) => {
      const own = cameWith(`__Host-openassay_browser=${TOKEN}`);
      const planted = cameWith(`${cookie}; __Host-openassay_browser=${TOKEN}`);
      expect(planted.visitor.browserHash).toBe(own.visitor.browserHash);
    });
  });

  it('has a plain name on http, where no other is taken', () => {
    configure({});
    expect(cookieName('openassay_browser')).toBe('openassay_browser');
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
