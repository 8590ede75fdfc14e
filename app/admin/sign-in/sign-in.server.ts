import { createHash } from 'node:crypto';
import { eq, type SQL } from 'drizzle-orm';
import { answerByAuth, WorkRefused, type Ask, type AuthAnswer } from './ask-auth.server.ts';
import { recoveryCodeHash } from './recovery-codes.server.ts';
import { record } from '#app/trail/trail.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/http/call.ts';
import type { Tx } from '#app/database/db.server.ts';
import { SIGN_IN_TRIES } from '#app/http/limits/limits.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { noteProven } from '#app/mail/own-browsers.server.ts';
import { noteArrival } from '#app/mail/returned.server.ts';
import { noteFailedSignIn } from '#app/http/limits/refusals.server.ts';
import { isFirstUse } from '#app/http/limits/rate-limit.server.ts';
import { site } from '#app/site.ts';
import { authSessions, authUsers } from '#db/schema.ts';

/** Stands for a used link while its code is waited for. */
const CODE_COOKIE = `${site.slug}.two_factor`;

/** Whether this browser has used a link and owes the code. */
export function owesCode({ headers }: Request): boolean {
  return (headers.get('cookie') ?? '').includes(`${CODE_COOKIE}=`);
}

/** What a code of the second factor is: one of the app, or one of the recovery codes. */
type CodeKind = 'totp' | 'recovery';

/**
 * Uses a mailed link up. Answers with who is signed in, or, where they have a second factor, that its
 * code is waited for: a cookie then stands for the link, for ten minutes, and there is no session.
 */
export async function signInByLink(raw: Request, token: string, visitor: Visitor) {
  const refused = await admit(SIGN_IN_TRIES, visitor);
  if (refused) return refused;
  return counted(
    'link',
    answerByAuth(raw, async (ask, tx) => {
      const asked = await ask(`/magic-link/verify?token=${encodeURIComponent(token)}`);
      if (asked.body?.twoFactorRedirect) return answer(200, { second_factor: true });
      return signedIn(tx, asked, visitor, 'none');
    }),
  );
}

/** Gives the code that a used link waits for. Five tries a link, and better-auth's lock beyond. */
export async function signInByCode(raw: Request, kind: CodeKind, code: string, visitor: Visitor) {
  const refused = await admit(SIGN_IN_TRIES, visitor);
  if (refused) return refused;
  const factor = kind === 'totp' ? 'app' : 'recovery code';
  return counted(
    factor,
    answerByAuth(withoutSession(raw), async (ask, tx) => {
      const asked = await tryCode(ask, kind, code);
      return signedIn(tx, asked, visitor, factor, code);
    }),
  );
}

/** Notes where nobody was signed in. */
async function counted<Answered extends Answer>(
  step: 'link' | 'app' | 'recovery code',
  work: Promise<Answered>,
) {
  const answered = await work;
  if (answered.status === 401) noteFailedSignIn(step);
  return answered;
}

/** Has better-auth look at a code as people type it. */
export function tryCode(ask: Ask, kind: CodeKind, typed: string): Promise<AuthAnswer> {
  if (kind === 'totp') {
    return ask('/two-factor/verify-totp', { code: typed.replaceAll(/\s/g, '') });
  }
  return ask('/two-factor/verify-backup-code', { code: recoveryCodeHash(typed) });
}

/**
 * Whether this code of the app is used for the first time: whoever looked over a shoulder, or stands in
 * between, cannot use it again in the half minute that it is good for.
 */
export async function isFresh(tx: Tx, userId: string, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  const key = createHash('sha256').update(`code:${userId}:${digits}`).digest('hex');
  // RFC 6238, 5.2: for far longer than it lives.
  return isFirstUse('second-factor:code', key, tx);
}

/** Notes in sessions that a code of the second factor was given in them just now. */
export async function noteCodeGiven(tx: Tx, whose: SQL): Promise<void> {
  await tx.update(authSessions).set({ factorGivenAt: new Date() }).where(whose);
}

async function signedIn(
  tx: Tx,
  { status, body }: AuthAnswer,
  { browserHash }: Visitor,
  factor: 'none' | 'app' | 'recovery code',
  code = '',
) {
  if (status !== 200 || !body?.token) return refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
  const [found] = await tx
    .select({ id: authUsers.id, email: authUsers.email, session: authSessions })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authSessions.token, body.token));
  if (!found) return refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
  const { id, email, session } = found;
  if (factor === 'app' && !(await isFresh(tx, id, code))) {
    throw new WorkRefused(refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY));
  }
  if (factor !== 'none') await noteCodeGiven(tx, eq(authSessions.id, session.id));
  await noteProven(email, browserHash, tx);
  await noteArrival(tx, email);
  await record(
    tx,
    { id, email, sessionId: session.id },
    {
      action: 'sign-in',
      subject: `session ${session.id}`,
      before: null,
      after: { second_factor: factor },
    },
  );
  return answer(200, {
    user: { id, email },
    session: { id: session.id, expires_at: session.expiresAt.toISOString() },
  });
}

/** The same request as somebody sends it who is not signed in, whose tries better-auth counts. */
function withoutSession(raw: Request): Request {
  const headers = new Headers(raw.headers);
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/);
  headers.set('cookie', cookies.filter((cookie) => !/session_token=/.test(cookie)).join('; '));
  return new Request(raw.url, { headers });
}
