import { normaliseEmail } from '#app/kit/text.ts';
import { useCode } from './code.server.ts';
import { cleanCode } from './code.ts';
import { openLookupSession } from './session.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { GUESSES } from '#app/http/limits/limits.ts';
import { noteProven } from '#app/mail/tokens.server.ts';
import { noteArrival } from '#app/mail/returned.server.ts';

/**
 * Checks a code. Wrong, expired, used, guessed at too often,
 * meant for another browser, or never sent: all answer alike, after the same work.
 */
export async function verifyCode(email: string, typed: string, visitor: Visitor) {
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(GUESSES, visitor);
  if (refused) return refused;
  const { browserHash } = visitor;
  const cookie = await useCode({ emailNormalised, browserHash }, cleanCode(typed), async (tx) => {
    await noteProven(emailNormalised, browserHash, tx);
    await noteArrival(tx, emailNormalised);
    return openLookupSession(tx, emailNormalised);
  });
  if (!cookie) return answer(200, { valid: false });
  return answer(200, { valid: true }, { 'Set-Cookie': cookie });
}
