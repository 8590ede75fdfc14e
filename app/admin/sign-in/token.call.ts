import { z } from '@hono/zod-openapi';
import { answerByAuth } from './ask-auth.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';

export default defineCall({
  summary:
    'A signed statement of who is signed in, for five minutes; its keys are at /.well-known/jwks.json',
  access: 'admin',
  answers: { 200: z.object({ token: z.string() }) },
  handle: ({ raw }) =>
    answerByAuth(raw, async (ask) => {
      const { status, body } = await ask('/token');
      return status === 200
        ? answer(200, { token: body.token })
        : refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
    }),
});
