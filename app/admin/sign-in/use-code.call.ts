import { z } from '@hono/zod-openapi';
import { signedInBody } from './session-schema.ts';
import { signInByCode } from './sign-in.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Give the code of the authenticator app that a used link waits for',
  access: 'anyone',
  isForOwnPages: true,
  body: z.object({ code: z.string().max(20) }),
  answers: { 200: signedInBody },
  handle: ({ body, raw, visitor }) => signInByCode(raw, 'totp', body.code, visitor),
});
