import { siteUrl } from '#app/config.ts';

interface CookieOptions {
  maxAgeSeconds: number;
  /** Where plain http sends it; over https it goes to all of the host, as its prefix demands. */
  path: string;
  sameSite: 'Lax' | 'Strict';
}

/**
 * What browsers know a cookie by. Over https the prefix makes them take it from this very host alone,
 * and never over plain http: no neighbour on the same domain can plant one. On http it is not taken.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name;
}

/**
 * The value of a cookie, where it is one of ours: 32 to 64 characters of base64url. The plain name of
 * version 0.1 is read over https as well; from version 0.3 on it won’t be.
 */
export function readCookie(headers: Headers, name: string): string | undefined {
  return valueOf(headers, cookieName(name)) ?? valueOf(headers, name);
}

/** Whether a browser still knows this cookie by its plain name alone, and is to be given it anew. */
export function hasOldName(headers: Headers, name: string): boolean {
  return valueOf(headers, cookieName(name)) === undefined && valueOf(headers, name) !== undefined;
}

/** A Set-Cookie header that scripts cannot read, sent over https only where the site is. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  const path = isHttps() ? '/' : options.path;
  return header(cookieName(name), value, { ...options, path });
}

/** The Set-Cookie headers that take a cookie away, under its plain name, too. */
export function takeCookie(name: string, options: Omit<CookieOptions, 'maxAgeSeconds'>): string[] {
  const gone = { ...options, maxAgeSeconds: 0 };
  return isHttps()
    ? [setCookie(name, '', gone), header(name, '', gone)]
    : [setCookie(name, '', gone)];
}

function header(name: string, value: string, options: CookieOptions): string {
  const { path, sameSite, maxAgeSeconds } = options;
  const secure = isHttps() ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`;
}

/**
 * Only spaces stand between two cookies: a name that begins with any other white space is another
 * one, which browsers take from a neighbour on the same domain.
 */
function valueOf(headers: Headers, name: string): string | undefined {
  const cookies = headers.get('cookie');
  if (!cookies) return undefined;
  const pattern =
    patterns.get(name) ?? new RegExp(`(?:^|; *)${name}=([A-Za-z0-9_-]{32,64})(?:;|$)`);
  patterns.set(name, pattern);
  return pattern.exec(cookies)?.[1];
}

/** Of each name there is, made once. */
const patterns = new Map<string, RegExp>();

function isHttps(): boolean {
  return siteUrl().startsWith('https:');
}
