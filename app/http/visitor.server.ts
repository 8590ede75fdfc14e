import { createHash, randomBytes } from 'node:crypto';
import { config, siteUrl } from '#app/config.ts';
import { addressHash, networkHash } from './address-hash.server.ts';
import { readCookie, setCookie } from './cookies.server.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import { addressIn, inAnyOf } from './network-address.server.ts';
import { site } from '#app/site.ts';

const COOKIE = `${site.slug}_browser`;
const YEAR_SECONDS = 365 * 86_400;

/**
 * Recognises a browser by a random cookie that scripts cannot read, and an address by the
 * connection, or by what a trusted proxy says of it. Only hashes are kept.
 */
export function recognise(headers: Headers, socketAddress: string) {
  const known = readCookie(headers, COOKIE);
  const address = clientAddress(headers, socketAddress);
  let given = known;
  const token = () => (given ??= randomBytes(24).toString('base64url'));
  return {
    visitor: {
      // Made and hashed where they are asked for: most calls count nobody.
      get browserHash() {
        return createHash('sha256').update(`browser:${token()}`).digest('hex');
      },
      get addressHash() {
        return addressHash(address);
      },
      get addressHashBefore() {
        return addressHash(address, 1);
      },
      get networkHash() {
        return networkHash(address);
      },
    },
    /** Whether something goes by the browser, so that a new one needs its cookie. */
    get isCounted() {
      return given !== undefined;
    },
    /** The cookie to give this browser, where it is new. */
    get setCookie() {
      if (known) return undefined;
      return setCookie(COOKIE, token(), {
        maxAgeSeconds: YEAR_SECONDS,
        path: '/',
        sameSite: 'Lax',
      });
    },
  };
}

/**
 * The site's address as a visitor sees it: SITE_URL, or without one the loopback name they came by,
 * because 127.0.0.1 and localhost have funding lists of their own. Other names in a Host header
 * are not believed.
 */
export function visitedOrigin(url: string): string {
  const { hostname, origin } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return config().SITE_URL || !isLoopback ? siteUrl() : origin;
}

/**
 * The last address that a proxy we do not trust could not have made up: walking X-Forwarded-For
 * from the right, the first entry that is not a trusted proxy. As `addressIn` writes it.
 */
export function clientAddress(headers: Headers, socketAddress: string): string {
  let address = addressIn(socketAddress) ?? socketAddress;
  const forwarded = headers.get('x-forwarded-for');
  if (forwarded === null) return address;
  const isTrusted = trustedProxies();
  if (!isTrusted(address)) {
    logSeldom(
      'warn',
      {},
      'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name; it is ignored',
    );
    return address;
  }
  const hops = forwarded.split(',').map((hop) => hop.trim());
  while (isTrusted(address)) {
    const hop = hops.pop();
    if (!hop) break;
    const before = addressIn(hop);
    if (before === undefined) {
      logSeldom(
        'warn',
        {},
        'X-Forwarded-For names something that is no address; its proxy stands for it',
      );
      break;
    }
    address = before;
  }
  return address;
}

const known = new WeakMap<readonly string[], (address: string) => boolean>();

function trustedProxies(): (address: string) => boolean {
  const { TRUSTED_PROXIES } = config();
  const found = known.get(TRUSTED_PROXIES) ?? inAnyOf(TRUSTED_PROXIES);
  known.set(TRUSTED_PROXIES, found);
  return found;
}
