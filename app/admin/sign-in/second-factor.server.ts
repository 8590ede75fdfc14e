import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { answerByAuth, type Auth } from './ask-auth.server.ts';
import { SETTING_UP_SECONDS } from './limits.ts';
import { kindOfCode } from './sign-in.server.ts';
import { record, type Action } from '#app/admin-log/trail.server.ts';
import { config, isLive } from '#app/config.ts';
import { answer, refuse, refuseForNow, type Administrator, type Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { SECOND_FACTOR_CODES } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { tooManyRequests } from '#app/platform/messages.ts';
import { noteFailedSignIn } from '#app/http/limits/refusals.server.ts';
import { secondsLeft, withinLimit } from '#app/http/limits/rate-limit.server.ts';
import { authSessions } from '#db/schema.ts';

export const WRONG_CODE = 'That code is wrong, or has already been used. Please try the next one.';
export const SIGN_IN_AGAIN =
  'Sign in again first. You can set up a second factor only within ten minutes of signing in.';
export const SECOND_FACTOR_IS_ON = 'The second factor is on.';
export const SECOND_FACTOR_IS_OFF = 'The second factor is off.';
export const SECOND_FACTOR_NEEDED =
  'This site requires a second factor from its administrators. Set yours up first; until then, you can’t do anything else here.';

/** Whether the site requires a second factor that somebody has not set up; where money is real, unless told. */
export function owesSecondFactor(by: Pick<Administrator, 'hasSecondFactor'>): boolean {
  return (config().ADMIN_REQUIRE_2FA ?? isLive()) && !by.hasSecondFactor;
}

/**
 * Makes a key for an authenticator app, and recovery codes: shown once, now. Nothing is asked for at
 * sign-in before `confirmSecondFactor` has seen a code of that app. Both take a sign-in of just now:
 * whoever has stolen a session must not lock its owner out with an app of their own.
 */
export async function beginSecondFactor(raw: Request, by: Administrator) {
  const refused = refuseSettingUp(by);
  if (refused) return refused;
  return answerByAuth(raw, async ({ api, as, ask }, tx) => {
    const key = await ask(api.enableTwoFactor({ ...as, body: { method: 'totp' } }));
    if (key?.method !== 'totp') return refuse(409, SECOND_FACTOR_IS_ON);
    await note(tx, by, 'begin-second-factor');
    return answer(200, { totp_uri: key.totpURI, recovery_codes: key.backupCodes });
  });
}

/** Turns the second factor on; every other session, begun without it, ends. */
export async function confirmSecondFactor(raw: Request, by: Administrator, code: string) {
  const refused = (await refuseTries(by)) ?? refuseSettingUp(by);
  if (refused) return refused;
  return answerByAuth(raw, async (auth, tx) => {
    const { id, userId } = authSessions;
    await tx.delete(authSessions).where(and(eq(userId, by.id), ne(id, by.sessionId)));
    if (!(await takesCode(auth, tx, by, code, 'app'))) {
      // The key once more, so that a slip of the finger does not begin it all anew.
      const key = await auth.ask(auth.api.getTOTPURI({ ...auth.as, body: {} }));
      return auth.undo(refuse(400, WRONG_CODE, key ? { totp_uri: key.totpURI } : {}));
    }
    await note(tx, by, 'turn-on-second-factor', 'on');
    return answer(200, { status: true });
  });
}

/** Turns it off, for whoever still has the app or a recovery code: a stolen session is not enough. */
export function endSecondFactor(raw: Request, by: Administrator, code: string) {
  return withCode(raw, by, code, async ({ api, as, ask, undo }, tx) => {
    const done = await ask(api.disableTwoFactor({ ...as, body: {} }));
    if (!done) return undo(refuse(409, SECOND_FACTOR_IS_OFF));
    await note(tx, by, 'turn-off-second-factor', 'off');
    return answer(200, { status: true });
  });
}

/** Makes new recovery codes, shown once, in place of the old ones; for a code, too. */
export function renewRecoveryCodes(raw: Request, by: Administrator, code: string) {
  return withCode(raw, by, code, async ({ api, as, ask, undo }, tx) => {
    const made = await ask(api.generateBackupCodes({ ...as, body: {} }));
    if (!made) return undo(refuse(409, SECOND_FACTOR_IS_OFF));
    await note(tx, by, 'renew-recovery-codes', 'codes');
    return answer(200, { recovery_codes: made.backupCodes });
  });
}

/** Does something that takes a code of the app, or a recovery code, which is used up. */
export async function withCode<Answered extends Answer>(
  raw: Request,
  by: Administrator,
  code: string,
  work: (auth: Auth, tx: Tx) => Promise<Answered>,
) {
  const refused = await refuseTries(by);
  if (refused) return refused;
  if (!by.hasSecondFactor) return refuse(409, SECOND_FACTOR_IS_OFF);
  return answerByAuth(raw, async (auth, tx) => {
    if (await takesCode(auth, tx, by, code)) return work(auth, tx);
    noteFailedSignIn('fresh code');
    return auth.undo(refuse(400, WRONG_CODE));
  });
}

/** Has a code given in this session: better-auth keeps that in the one that it puts in its place. */
async function takesCode(
  auth: Auth,
  tx: Tx,
  by: Administrator,
  code: string,
  kind = kindOfCode(code),
): Promise<boolean> {
  const own = eq(authSessions.id, by.sessionId);
  await tx.update(authSessions).set({ factorGivenAt: new Date() }).where(own);
  return auth.takesCode(by.id, kind, code);
}

async function refuseTries(by: Administrator) {
  if (await withinLimit(SECOND_FACTOR_CODES, by.id)) return undefined;
  return refuseForNow(secondsLeft(SECOND_FACTOR_CODES), tooManyRequests);
}

function refuseSettingUp(by: Administrator) {
  if (by.hasSecondFactor) return refuse(409, SECOND_FACTOR_IS_ON);
  return isWithin(SETTING_UP_SECONDS, by.signedInAt) ? undefined : refuse(403, SIGN_IN_AGAIN);
}

/** By the machine's clock, as better-auth goes by it. */
export function isWithin(seconds: number, moment: Date | undefined): boolean {
  return moment !== undefined && moment.getTime() > Date.now() - seconds * 1_000;
}

/** Writes down what was done; what it changed is emailed to them: was it not them, they hear of it. */
async function note(
  tx: Tx,
  by: Administrator,
  action: Action['action'],
  change?: 'on' | 'off' | 'codes',
) {
  const isOn = change === 'on';
  const sides = isOn || change === 'off' ? { before: { isOn: !isOn }, after: { isOn } } : {};
  await record(tx, by, { action, subject: `administrator ${by.email}`, ...sides });
  if (!change) return;
  const params = { change, at: now().toISOString() };
  const dedupeKey = `second-factor-changed:${randomUUID()}`;
  await queueMails(tx, [{ name: 'second-factor-changed', toEmail: by.email, params, dedupeKey }]);
}
