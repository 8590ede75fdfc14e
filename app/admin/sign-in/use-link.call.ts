import { z } from '@hono/zod-openapi';
import { signedInBody } from './session-schema.ts';
import { signInByLink } from './sign-in.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Sign in with the token of a mailed link, which is used up',
  access: 'anyone',
  isForOwnPages: true,
  body: z.object({ token: z.string().max(100) }),
  answers: { 200: z.union([signedInBody, z.object({ second_factor: z.literal(true) })]) },
  handle: ({ body, raw, visitor }) => signInByLink(raw, body.token, visitor),
});
