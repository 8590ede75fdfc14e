import { normaliseEmail } from '#app/kit/text.ts';
import { useCode } from './code.server.ts';
import { cleanCode } from './code.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { readCookie, setCookie } from '#app/http/cookies.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { GUESSES } from '#app/http/limits/limits.ts';
import { noteArrival } from '#app/mail/returned.server.ts';
import {
  createToken,
  findToken,
  forgetToken,
  LOOKUP_SECONDS,
  noteProven,
} from '#app/mail/tokens.server.ts';
import { site } from '#app/site.ts';

const COOKIE = `${site.slug}_lookup`;
/** The calls need it, and the page's own forms; no other site's link or form brings it along. */
const SCOPE = { path: '/', sameSite: 'Strict' } as const;

/**
 * Checks a code; a right one opens a session, by a cookie of this browser's. Wrong, expired, used,
 * guessed at too often, meant for another browser, or never sent: all answer alike, after the same work.
 */
export async function verifyCode(email: string, typed: string, visitor: Visitor) {
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(GUESSES, visitor);
  if (refused) return refused;
  const { browserHash } = visitor;
  const cookie = await useCode({ emailNormalised, browserHash }, cleanCode(typed), async (tx) => {
    await noteProven(emailNormalised, browserHash, tx);
    await noteArrival(tx, emailNormalised);
    const token = await createToken('lookup', emailNormalised, { tx });
    return setCookie(COOKIE, token, { ...SCOPE, maxAgeSeconds: LOOKUP_SECONDS });
  });
  if (!cookie) return answer(200, { valid: false });
  return answer(200, { valid: true }, { 'Set-Cookie': cookie });
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
