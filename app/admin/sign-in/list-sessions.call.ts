import { z } from '@hono/zod-openapi';
import { sessionsOf } from './sessions.server.ts';
import { present } from '#app/kit/assert.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Where the administrator is signed in, the newest first',
  access: 'admin',
  answers: {
    200: z.array(
      z.object({
        id: z.uuid(),
        userAgent: z.string(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        isThisOne: z.boolean(),
      }),
    ),
  },
  async handle({ administrator }) {
    return answer(200, await sessionsOf(present(administrator, 'the administrator')));
  },
});
