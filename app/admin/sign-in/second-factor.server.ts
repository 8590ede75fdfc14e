import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { answerByAuth, WorkRefused, type Ask } from './ask-auth.server.ts';
import { FRESH_CODE_SECONDS, SETTING_UP_SECONDS } from './limits.ts';
import { endOlderSessions } from './sessions.server.ts';
import { isFresh, noteCodeGiven, tryCode } from './sign-in.server.ts';
import type { ActionName } from '#app/trail/action-names.ts';
import { record } from '#app/trail/trail.server.ts';
import { config, isLive } from '#app/config.ts';
import { answer, refuse, refuseForNow, type Administrator, type Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { SECOND_FACTOR_CODES } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { tooManyRequests } from '#app/platform/messages.ts';
import { noteFailedSignIn } from '#app/http/limits/refusals.server.ts';
import { secondsLeft, withinLimit } from '#app/http/limits/rate-limit.server.ts';
import { authSessions, authUsers } from '#db/schema.ts';

export const WRONG_CODE = 'That code is wrong, or has already been used. Please try the next one.';
export const SIGN_IN_AGAIN =
  'Sign in again first. You can set up a second factor only within ten minutes of signing in.';
export const SECOND_FACTOR_IS_ON = 'The second factor is on.';
export const SECOND_FACTOR_IS_OFF = 'The second factor is off.';
export const SECOND_FACTOR_NEEDED =
  'This site requires a second factor from its administrators. Set yours up first; until then, you can’t do anything else here.';

/** Whether somebody gives a code when they sign in. */
export async function hasSecondFactor({ id }: Administrator, tx: Tx = db()): Promise<boolean> {
  const [user] = await tx
    .select({ isOn: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, id));
  return user?.isOn === true;
}

/** Whether the site requires a second factor that somebody has not set up; where money is real, unless told. */
export async function owesSecondFactor(by: Administrator, tx: Tx = db()): Promise<boolean> {
  return (config().ADMIN_REQUIRE_2FA ?? isLive()) && !(await hasSecondFactor(by, tx));
}

/**
 * Whether what moves money, publishes or takes away asks for a code first: somebody has a second factor,
 * and gave no code of it in this session within ten minutes.
 */
export async function owesFreshCode(by: Administrator): Promise<boolean> {
  if (!(await hasSecondFactor(by))) return false;
  const [session] = await db()
    .select({ givenAt: authSessions.factorGivenAt })
    .from(authSessions)
    .where(eq(authSessions.id, by.sessionId));
  // By the machine's clock, as better-auth goes by it.
  return (session?.givenAt?.getTime() ?? 0) < Date.now() - FRESH_CODE_SECONDS * 1_000;
}

/** Takes a code that `owesFreshCode` asks for. */
export function giveFreshCode(raw: Request, by: Administrator, code: string) {
  return withCode(raw, by, code, async () => answer(200, { status: true }));
}

/**
 * Makes a key for an authenticator app, and recovery codes: shown once, now. Nothing is asked for at
 * sign-in before `confirmSecondFactor` has seen a code of that app. Both take a sign-in of just now:
 * whoever has stolen a session must not lock its owner out with an app of their own.
 */
export function beginSecondFactor(raw: Request, by: Administrator) {
  return answerByAuth(raw, async (ask, tx) => {
    if (await hasSecondFactor(by, tx)) return refuse(409, SECOND_FACTOR_IS_ON);
    if (!(await hasJustSignedIn(tx, by))) return refuse(403, SIGN_IN_AGAIN);
    const { status, body } = await ask('/two-factor/enable', { method: 'totp' });
    if (status !== 200) return refuse(409, SECOND_FACTOR_IS_ON);
    await note(tx, by, 'begin-second-factor', null);
    return answer(200, { totp_uri: body.totpURI, recovery_codes: body.backupCodes });
  });
}

/** Turns the second factor on; every other session, begun without it, ends. */
export function confirmSecondFactor(raw: Request, by: Administrator, code: string) {
  return withinTries(by, () =>
    answerByAuth(raw, async (ask, tx) => {
      if (await hasSecondFactor(by, tx)) return refuse(409, SECOND_FACTOR_IS_ON);
      if (!(await hasJustSignedIn(tx, by))) return refuse(403, SIGN_IN_AGAIN);
      const { status } = await tryCode(ask, 'totp', code);
      if (status !== 200) {
        // The key once more, so that a slip of the finger does not begin it all anew.
        const { body } = await ask('/two-factor/get-totp-uri', {});
        return refuse(400, WRONG_CODE, body?.totpURI ? { totp_uri: body.totpURI } : {});
      }
      await isFresh(tx, by.id, code); // used up: the next sign-in takes another one
      await endOlderSessions(tx, by.id);
      await noteCodeGiven(tx, eq(authSessions.userId, by.id)); // the one that is left
      await note(tx, by, 'turn-on-second-factor', { isOn: false }, { isOn: true });
      await tell(tx, by, 'on');
      return answer(200, { status: true });
    }),
  );
}

/** Turns it off, for whoever still has the app or a recovery code: a stolen session is not enough. */
export function endSecondFactor(raw: Request, by: Administrator, code: string) {
  return withCode(raw, by, code, async (ask, tx) => {
    const { status } = await ask('/two-factor/disable', {});
    if (status !== 200) throw new WorkRefused(refuse(409, SECOND_FACTOR_IS_OFF));
    await note(tx, by, 'turn-off-second-factor', { isOn: true }, { isOn: false });
    await tell(tx, by, 'off');
    return answer(200, { status: true });
  });
}

/** Makes new recovery codes, shown once, in place of the old ones; for a code, too. */
export function renewRecoveryCodes(raw: Request, by: Administrator, code: string) {
  return withCode(raw, by, code, async (ask, tx) => {
    const { status, body } = await ask('/two-factor/generate-backup-codes', {});
    if (status !== 200) throw new WorkRefused(refuse(409, SECOND_FACTOR_IS_OFF));
    await note(tx, by, 'renew-recovery-codes', null);
    await tell(tx, by, 'codes');
    return answer(200, { recovery_codes: body.backupCodes });
  });
}

/** Does something that takes a code of the app, or a recovery code, which is used up. */
function withCode<Answered extends Answer>(
  raw: Request,
  by: Administrator,
  code: string,
  work: (ask: Ask, tx: Tx) => Promise<Answered>,
) {
  return withinTries(by, () =>
    answerByAuth(raw, async (ask, tx) => {
      if (!(await hasSecondFactor(by, tx))) return refuse(409, SECOND_FACTOR_IS_OFF);
      const isOfApp = /^[\d\s]+$/.test(code);
      const { status } = await tryCode(ask, isOfApp ? 'totp' : 'recovery', code);
      const isTaken = status === 200 && (!isOfApp || (await isFresh(tx, by.id, code)));
      if (!isTaken) {
        noteFailedSignIn('fresh code');
        return refuse(400, WRONG_CODE);
      }
      await noteCodeGiven(tx, eq(authSessions.id, by.sessionId));
      return work(ask, tx);
    }),
  );
}

async function withinTries<Answered>(by: Administrator, work: () => Promise<Answered>) {
  const isAllowed = await withinLimit(SECOND_FACTOR_CODES, by.id);
  return isAllowed ? work() : refuseForNow(secondsLeft(SECOND_FACTOR_CODES), tooManyRequests);
}

/** By the machine's clock, as better-auth goes by it. */
async function hasJustSignedIn(tx: Tx, { sessionId }: Administrator): Promise<boolean> {
  const [session] = await tx
    .select({ createdAt: authSessions.createdAt })
    .from(authSessions)
    .where(eq(authSessions.id, sessionId));
  const since = Date.now() - SETTING_UP_SECONDS * 1_000;
  return session !== undefined && session.createdAt.getTime() > since;
}

/** Has them written to: was it not them, they hear of it. */
async function tell(tx: Tx, { email }: Administrator, change: 'on' | 'off' | 'codes') {
  const params = { change, at: now().toISOString() };
  const dedupeKey = `second-factor-changed:${randomUUID()}`;
  await queueMails(tx, [{ name: 'second-factor-changed', toEmail: email, params, dedupeKey }]);
}

function note(
  tx: Tx,
  by: Administrator,
  action: ActionName,
  before: object | null,
  after: object | null = null,
): Promise<void> {
  return record(tx, by, { action, subject: `administrator ${by.email}`, before, after });
}
