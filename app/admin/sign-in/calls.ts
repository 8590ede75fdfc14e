import { z } from '@hono/zod-openapi';
import { answerByAuth } from './ask-auth.server.ts';
import * as factor from './second-factor.server.ts';
import { endAdminSession, sessionsOf, signOut } from './sessions.server.ts';
import { askForSignInLink, signInByCode, signInByLink } from './sign-in.server.ts';
import { present } from '#app/kit/assert.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { SOMETHING_BROKE } from '#app/platform/messages.ts';

/** Made anew, and asked for anew, after so long. */
const CACHE_SECONDS = 300;

const codeBody = z.object({ code: z.string().max(20) });
const done = z.object({ status: z.boolean() });

/** Who is signed in, as calls answer it. */
const signedInBody = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  session: z.object({ id: z.uuid(), expires_at: z.iso.datetime() }),
});

/** Where somebody is signed in. */
const sessionView = z.object({
  id: z.uuid(),
  /** What the browser calls itself. */
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isThisOne: z.boolean(),
});

function codeCall(summary: string, kind: 'app' | 'recovery code') {
  return defineCall({
    summary,
    access: 'anyone',
    isForOwnPages: true,
    body: codeBody,
    answers: { 200: signedInBody },
    handle: ({ body, raw, visitor }) => signInByCode(raw, body.code, visitor, kind),
  });
}

export default {
  sendLink: defineCall({
    summary:
      'Email a link that signs an administrator in; the answer is the same for every address',
    access: 'anyone',
    isForOwnPages: true,
    body: z.object({ email: emailInput }),
    answers: { 200: z.object({ message: z.string() }) },
    handle: ({ body, visitor }) => askForSignInLink(body.email, visitor),
  }),
  useLink: defineCall({
    summary: 'Sign in with the token of a mailed link, which is used up',
    access: 'anyone',
    isForOwnPages: true,
    body: z.object({ token: z.string().max(100) }),
    answers: { 200: z.union([signedInBody, z.object({ second_factor: z.literal(true) })]) },
    handle: ({ body, raw, visitor }) => signInByLink(raw, body.token, visitor),
  }),
  useCode: codeCall('Give the code of the authenticator app that a used link waits for', 'app'),
  useRecoveryCode: codeCall(
    'Give a recovery code in place of the app’s; it is used up',
    'recovery code',
  ),
  getSession: defineCall({
    summary: 'Who is signed in, and until when',
    access: 'admin',
    answers: { 200: signedInBody },
    async handle({ administrator }) {
      const { id, email, sessionId } = administrator;
      const own = (await sessionsOf(administrator)).find(({ isThisOne }) => isThisOne);
      const expires_at = present(own, 'the session that is signed in').expiresAt;
      return answer(200, { user: { id, email }, session: { id: sessionId, expires_at } });
    },
  }),
  listSessions: defineCall({
    summary: 'Where the administrator is signed in, the newest first',
    access: 'admin',
    answers: { 200: z.array(sessionView) },
    handle: async ({ administrator }) => answer(200, await sessionsOf(administrator)),
  }),
  signOut: defineCall({
    summary: 'Sign out here, everywhere else, or everywhere',
    access: 'admin',
    body: z.object({ scope: z.enum(['local', 'others', 'global']).default('local') }),
    answers: { 200: done },
    handle: ({ body, raw, administrator }) => signOut(raw, administrator, body.scope),
  }),
  revokeSession: defineCall({
    summary: 'End one of the administrator’s own sessions',
    access: 'admin',
    body: z.object({ id: z.uuid() }),
    answers: { 200: done },
    handle: ({ body, administrator }) => endAdminSession(administrator, body.id),
  }),
  beginSecondFactor: defineCall({
    summary: 'Make a key for an authenticator app, and recovery codes',
    access: 'admin',
    answers: { 200: z.object({ totp_uri: z.string(), recovery_codes: z.array(z.string()) }) },
    handle: ({ raw, administrator }) => factor.beginSecondFactor(raw, administrator),
  }),
  confirmSecondFactor: defineCall({
    summary: 'Turn the second factor on, with a code of the app',
    access: 'admin',
    body: codeBody,
    answers: { 200: done },
    refusal: z.object({ totp_uri: z.string().optional() }),
    handle: ({ body, raw, administrator }) =>
      factor.confirmSecondFactor(raw, administrator, body.code),
  }),
  endSecondFactor: defineCall({
    summary: 'Turn the second factor off, with a code of the app or a recovery code',
    access: 'admin',
    body: codeBody,
    answers: { 200: done },
    handle: ({ body, raw, administrator }) => factor.endSecondFactor(raw, administrator, body.code),
  }),
  renewRecoveryCodes: defineCall({
    summary: 'Make new recovery codes in place of the old ones, with a code',
    access: 'admin',
    body: codeBody,
    answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
    handle: ({ body, raw, administrator }) =>
      factor.renewRecoveryCodes(raw, administrator, body.code),
  }),
  jwks: defineCall({
    summary: 'The public keys of the sign-in service, which signs nothing for anyone at present',
    access: 'anyone',
    sharedSeconds: CACHE_SECONDS,
    answers: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    handle: () =>
      // Nobody's cookies: the answer is everybody's. The first time makes a key.
      answerByAuth(new Request('http://nobody.invalid'), async ({ api, as, ask }) => {
        const found = await ask(api.getJwks(as));
        if (!found) return refuse(502, SOMETHING_BROKE);
        const keys = found.keys.map(({ kid = '', ...key }) => ({ ...key, kid }));
        return answer(200, { keys }, { 'Cache-Control': `public, max-age=${CACHE_SECONDS}` });
      }),
  }),
};
