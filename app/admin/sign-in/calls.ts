import { z } from '@hono/zod-openapi';
import { answerByAuth } from './ask-auth.server.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.server.ts';
import { askForSignInLink } from './sign-in-link.server.ts';
import { sessionView, signedInBody } from './session-schema.ts';
import { endAdminSession, sessionsOf, signOut } from './sessions.server.ts';
import { signInByCode, signInByLink } from './sign-in.server.ts';
import { present } from '#app/kit/assert.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { SOMETHING_BROKE } from '#app/platform/messages.ts';

/** Made anew, and asked for anew, after so long. */
const CACHE_SECONDS = 300;

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
  useCode: defineCall({
    summary: 'Give the code of the authenticator app that a used link waits for',
    access: 'anyone',
    isForOwnPages: true,
    body: z.object({ code: z.string().max(20) }),
    answers: { 200: signedInBody },
    handle: ({ body, raw, visitor }) => signInByCode(raw, 'totp', body.code, visitor),
  }),
  useRecoveryCode: defineCall({
    summary: 'Give a recovery code in place of the app’s; it is used up',
    access: 'anyone',
    isForOwnPages: true,
    body: z.object({ code: z.string().max(20) }),
    answers: { 200: signedInBody },
    handle: ({ body, raw, visitor }) => signInByCode(raw, 'recovery', body.code, visitor),
  }),
  getSession: defineCall({
    summary: 'Who is signed in, and until when',
    access: 'admin',
    answers: { 200: signedInBody },
    async handle({ administrator }) {
      const { id, email, sessionId } = present(administrator, 'the administrator');
      const own = (await sessionsOf({ id, email, sessionId })).find(({ isThisOne }) => isThisOne);
      const { expiresAt } = present(own, 'the session that is signed in');
      return answer(200, {
        user: { id, email },
        session: { id: sessionId, expires_at: expiresAt },
      });
    },
  }),
  listSessions: defineCall({
    summary: 'Where the administrator is signed in, the newest first',
    access: 'admin',
    answers: {
      200: z.array(sessionView),
    },
    async handle({ administrator }) {
      return answer(200, await sessionsOf(present(administrator, 'the administrator')));
    },
  }),
  signOut: defineCall({
    summary: 'Sign out here, everywhere else, or everywhere',
    access: 'admin',
    body: z.object({ scope: z.enum(['local', 'others', 'global']).default('local') }),
    answers: { 200: z.object({ status: z.boolean() }) },
    handle: ({ body, raw, administrator }) =>
      signOut(raw, present(administrator, 'the administrator'), body.scope),
  }),
  revokeSession: defineCall({
    summary: 'End one of the administrator’s own sessions',
    access: 'admin',
    body: z.object({ id: z.uuid() }),
    answers: { 200: z.object({ status: z.boolean() }) },
    handle: ({ body, raw, administrator }) =>
      endAdminSession(raw, present(administrator, 'the administrator'), body.id),
  }),
  beginSecondFactor: defineCall({
    summary: 'Make a key for an authenticator app, and recovery codes',
    access: 'admin',
    answers: {
      200: z.object({ totp_uri: z.string(), recovery_codes: z.array(z.string()) }),
    },
    handle: ({ raw, administrator }) =>
      beginSecondFactor(raw, present(administrator, 'the administrator')),
  }),
  confirmSecondFactor: defineCall({
    summary: 'Turn the second factor on, with a code of the app',
    access: 'admin',
    body: z.object({ code: z.string().max(20) }),
    answers: { 200: z.object({ status: z.boolean() }) },
    refusal: z.object({ totp_uri: z.string().optional() }),
    handle: ({ body, raw, administrator }) =>
      confirmSecondFactor(raw, present(administrator, 'the administrator'), body.code),
  }),
  endSecondFactor: defineCall({
    summary: 'Turn the second factor off, with a code of the app or a recovery code',
    access: 'admin',
    body: z.object({ code: z.string().max(20) }),
    answers: { 200: z.object({ status: z.boolean() }) },
    handle: ({ body, raw, administrator }) =>
      endSecondFactor(raw, present(administrator, 'the administrator'), body.code),
  }),
  renewRecoveryCodes: defineCall({
    summary: 'Make new recovery codes in place of the old ones, with a code',
    access: 'admin',
    body: z.object({ code: z.string().max(20) }),
    answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
    handle: ({ body, raw, administrator }) =>
      renewRecoveryCodes(raw, present(administrator, 'the administrator'), body.code),
  }),
  jwks: defineCall({
    summary: 'The public keys of the sign-in service, which signs nothing for anyone at present',
    access: 'anyone',
    sharedSeconds: CACHE_SECONDS,
    answers: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    handle: () =>
      // Nobody's cookies: the answer is everybody's. The first time makes a key.
      answerByAuth(new Request('http://nobody.invalid'), async (ask) => {
        const { status, body } = await ask('/.well-known/jwks.json');
        if (status !== 200) return refuse(502, SOMETHING_BROKE);
        return {
          ...answer(200, body),
          headers: { 'Cache-Control': `public, max-age=${CACHE_SECONDS}` },
        };
      }),
  }),
};
