import { normaliseEmail } from '#app/kit/text.ts';
import { useCode } from '#app/lookup/code.server.ts';
import { cleanCode } from '#app/lookup/code.ts';
import { GUESSES_PER_ADDRESS } from '#app/lookup/limits.ts';
import { openSession } from '#app/lookup/session.server.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Checks a code (spec §7 verify_contribution_code). Wrong, expired, used, guessed at too often,
 * meant for another browser, or never sent: all answer alike, after the same work.
 */
export async function verifyCode(
  email: string,
  typed: string,
  { addressHash, browserHash }: Visitor,
): Promise<Answer> {
  const emailNormalised = normaliseEmail(email);
  if (!(await withinLimit(GUESSES_PER_ADDRESS, addressHash))) {
    return refuse(429, TOO_MANY_REQUESTS);
  }
  const isRight = await useCode({ emailNormalised, browserHash }, cleanCode(typed));
  if (!isRight) return answer(200, { valid: false });
  return answer(200, { valid: true }, { 'Set-Cookie': await openSession(emailNormalised) });
}
