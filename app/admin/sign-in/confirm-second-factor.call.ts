import { z } from '@hono/zod-openapi';
import { confirmSecondFactor } from './second-factor.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Turn the second factor on, with a code of the app',
  access: 'admin',
  body: z.object({ code: z.string().max(20) }),
  answers: { 200: z.object({ status: z.boolean() }) },
  handle: ({ body, raw, administrator }) =>
    confirmSecondFactor(raw, present(administrator, 'the administrator'), body.code),
});
