import { readCookie, setCookie } from '#app/http/cookies.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { createToken, findToken, forgetToken, LOOKUP_SECONDS } from '#app/mail/tokens.server.ts';
import { site } from '#app/site.ts';

const COOKIE = `${site.slug}_lookup`;
/** The calls need it, and the page's own forms; no other site's link or form brings it along. */
const SCOPE = { path: '/', sameSite: 'Strict' } as const;

/** Opens a session for an address; the header that gives this browser its cookie. */
export async function openLookupSession(tx: Tx, emailNormalised: string): Promise<string> {
  const token = await createToken('lookup', emailNormalised, { tx });
  return setCookie(COOKIE, token, { ...SCOPE, maxAgeSeconds: LOOKUP_SECONDS });
}

/** Who gave the right code in this browser, and until when that holds; undefined where nobody did. */
export async function sessionOf({ headers }: Request) {
  const token = readCookie(headers, COOKIE);
  const found = token ? await findToken('lookup', token) : undefined;
  return found && { emailNormalised: found.subject, expiresAt: found.expiresAt };
}

/** Ends the session of a request; the header that takes the cookie away. */
export async function endLookupSession({ headers }: Request): Promise<string> {
  const token = readCookie(headers, COOKIE);
  if (token) await forgetToken('lookup', token);
  return setCookie(COOKIE, '', { ...SCOPE, maxAgeSeconds: 0 });
}
