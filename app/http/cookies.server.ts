import { siteUrl } from '#app/config.ts';

interface CookieOptions {
  maxAgeSeconds: number;
  /** Where plain http sends it; over https it goes to all of the host, as its prefix demands. */
  path: string;
  sameSite: 'Lax' | 'Strict';
}

/**
 * What browsers know a cookie by. Over https the prefix makes them take it from this very host alone,
 * and never over plain http: no neighbor on the same domain can plant one. On http it is not taken.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name;
}

/**
 * The value of a cookie, where it is one of ours: 32 to 64 characters of base64url. Only spaces stand
 * between two cookies: a name that begins with any other white space is another one, which browsers
 * take from a neighbor on the same domain.
 */
export function readCookie(headers: Headers, name: string): string | undefined {
  const cookies = headers.get('cookie');
  if (!cookies) return undefined;
  const known = cookieName(name);
  const pattern =
    patterns.get(known) ?? new RegExp(`(?:^|; *)${known}=([A-Za-z0-9_-]{32,64})(?:;|$)`);
  patterns.set(known, pattern);
  return pattern.exec(cookies)?.[1];
}

/** A Set-Cookie header that scripts cannot read, sent over https only where the site is. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  const { sameSite, maxAgeSeconds } = options;
  const [path, secure] = isHttps() ? ['/', '; Secure'] : [options.path, ''];
  return `${cookieName(name)}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Of each name there is, made once. */
const patterns = new Map<string, RegExp>();

function isHttps(): boolean {
  return siteUrl().startsWith('https:');
}
