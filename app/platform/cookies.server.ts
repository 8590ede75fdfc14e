import { siteUrl } from '#app/config.ts';

export interface CookieOptions {
  maxAgeSeconds: number;
  path: string;
  sameSite: 'Lax' | 'Strict';
}

/** The value of a cookie, where it is one of ours: 32 to 64 characters of base64url. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{32,64})(?:;|$)`);
  return pattern.exec(headers.get('cookie') ?? '')?.[1];
}

/** A Set-Cookie header that scripts cannot read, sent over https only where the site is. */
export function setCookie(
  name: string,
  value: string,
  { maxAgeSeconds, path, sameSite }: CookieOptions,
): string {
  const secure = siteUrl().startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`;
}
