import { z } from '@hono/zod-openapi';
import { endSecondFactor } from './second-factor.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Turn the second factor off, with a code of the app or a recovery code',
  access: 'admin',
  body: z.object({ code: z.string().max(20) }),
  answers: { 200: z.object({ status: z.boolean() }) },
  handle: ({ body, raw, administrator }) =>
    endSecondFactor(raw, present(administrator, 'the administrator'), body.code),
});
