import { z } from '@hono/zod-openapi';
import { signedInBody } from './session-schema.ts';
import { signInByCode } from './sign-in.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Give a recovery code in place of the app’s; it is used up',
  access: 'anyone',
  isForOwnPages: true,
  body: z.object({ code: z.string().max(20) }),
  answers: { 200: signedInBody },
  handle: ({ body, raw, visitor }) => signInByCode(raw, 'recovery', body.code, visitor),
});
