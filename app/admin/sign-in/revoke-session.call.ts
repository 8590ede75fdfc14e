import { z } from '@hono/zod-openapi';
import { endSession } from './sessions.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'End one of the administrator’s own sessions',
  access: 'admin',
  body: z.object({ id: z.uuid() }),
  answers: { 200: z.object({ status: z.boolean() }) },
  handle: ({ body, raw, administrator }) =>
    endSession(raw, present(administrator, 'the administrator'), body.id),
});
